import { nearestName } from '../../common/nearest-name.ts';

/** Of a name of one or two letters any other is near. */
const SHORTEST = 3;

/** A hint that names the nearest candidate; undefined if none is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const near = name.length < SHORTEST ? undefined : nearestName(name, candidates);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}
