/** The last of those that wait for one another, by what they are about. */
const lines = new Map<string, Promise<unknown>>();

/** Does `work` when everything about the same thing that was begun before has ended, well or not. */
export async function oneAtATime<T>(about: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(about) ?? Promise.resolve();
  const mine = before.then(work, work);
  lines.set(about, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(about) === mine) lines.delete(about);
  }
}
