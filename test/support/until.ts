/** Resolves when a condition holds that nothing announces: a file of another process, its end. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  // Pauses: whoever looked without a break would take the processor from those it waits for.
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 10));
}
