import { nearestName } from '../../common/nearest-name.ts';

/** A hint that names the nearest candidate; undefined if none is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearestName(name, candidates);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}
