import type { Route } from '../route.ts';
import { results } from './results.ts';

/** The first name of the store of values; everything else is the same. */
const temp = <R extends Route>(route: R): R => ({
  ...route,
  path: route.path.replace('/api/result', '/api/temp'),
  instead: `${route.method} ${route.path}`,
});

export const temps = {
  'temp.put': temp(results['results.put']),
  'temp.resolve': temp(results['results.resolve']),
  'temp.stats': temp(results['results.stats']),
  'temp.list': temp(results['results.list']),
  'temp.get': temp(results['results.get']),
  'temp.delete': temp(results['results.delete']),
  'temp.delete_step': temp(results['results.delete_step']),
} as const;
