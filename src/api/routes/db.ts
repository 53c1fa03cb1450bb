import { DatabaseBody } from '../database-body.ts';
import { route } from '../route.ts';

export const db = {
  'db.init': route({
    method: 'POST',
    path: '/api/db/init',
    tag: 'db',
    summary:
      'Say what the database has: a server brings it to its version when it starts, so nothing is left to do.',
    response: DatabaseBody,
  }),
  'db.validate': route({
    method: 'GET',
    path: '/api/db/validate',
    tag: 'db',
    summary: 'Check the database: is it whole, of this version, and has it all tables.',
    response: DatabaseBody,
  }),
} as const;
