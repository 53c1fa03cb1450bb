/** Asks a person at a terminal; `isHidden`: what is typed is not shown. Undefined: interrupted. */
export type Ask = (question: string, isHidden: boolean) => Promise<string | undefined>;

const INTERRUPT = '\u0003';
const END = '\u0004';

/** By the terminal of this process; undefined where there is none. */
export function processAsk(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  return (question, isHidden) =>
    new Promise(resolve => {
      let typed = '';
      const end = (answer: string | undefined) => {
        input.off('data', take);
        input.setRawMode(false);
        input.pause();
        output.write('\n');
        resolve(answer);
      };
      const take = (chunk: Buffer) => {
        for (const key of chunk.toString('utf8')) {
          if (key === '\r' || key === '\n') return end(typed);
          if (key === INTERRUPT || (key === END && typed === '')) return end(undefined);
          if (key === '\u007f' || key === '\b') {
            if (typed !== '' && !isHidden) output.write('\b \b');
            typed = [...typed].slice(0, -1).join('');
          } else if (key >= ' ') {
            typed += key;
            if (!isHidden) output.write(key);
          }
        }
      };
      output.write(question);
      input.setRawMode(true);
      input.resume();
      input.on('data', take);
    });
}
