import type { Run } from '../../builtin.ts';
import type { Runtime } from '../../runtime.ts';
import type { Value } from '../../value/value.ts';

type TextRun = (text: string, args: readonly Value[], runtime: Runtime) => Value;

/** A method of `str`: `self` is text because that is how the method was found. */
export const onText =
  (run: TextRun): Run =>
  (self, args, runtime) =>
    run(self as string, args, runtime);

/** A method that gives a text of about the same length, which is paid for. */
export const toSameSize = (change: (text: string) => string): Run =>
  onText((text, _args, runtime) => {
    runtime.produce(text.length);
    return change(text);
  });
