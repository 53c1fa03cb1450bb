import { type Fence, fences } from './markdown.ts';

/** Something a page asks its reader to do, or shows. */
export type PageStep =
  /** A file to write down: ```yaml file=shop.yaml */
  | { readonly kind: 'file'; readonly line: number; readonly name: string; readonly text: string }
  /** A playbook that is only shown. */
  | { readonly kind: 'playbook'; readonly line: number; readonly text: string }
  | {
      readonly kind: 'command';
      readonly line: number;
      readonly script: string;
      /** ```sh exit=1 */
      readonly exit: number;
      /** What it prints on standard output (after ```sh) or on both (in ```console); undefined: not shown. */
      readonly output: string | undefined;
      readonly isBoth: boolean;
    };

/** The steps of a page, in order. Blocks that say `no-run` are left out: see `notRun`. */
export function stepsOf(markdown: string): readonly PageStep[] {
  const blocks = fences(markdown);
  return blocks.flatMap((block, at): readonly PageStep[] => {
    const [language] = block.info;
    if (block.info.includes('no-run')) return [];
    if (language === 'sh') return [shellStep(block, blocks[at + 1])];
    if (language === 'console') return consoleSteps(block);
    const name = word(block, 'file');
    if (name !== undefined) return [{ kind: 'file', line: block.line, name, text: block.body }];
    return language === 'yaml' && isWholePlaybook(block.body)
      ? [{ kind: 'playbook', line: block.line, text: block.body }]
      : [];
  });
}

/** Commands that cannot be run by a test. */
export const notRun = (markdown: string): readonly Fence[] =>
  fences(markdown).filter(({ info }) => info.includes('no-run'));

const isWholePlaybook = (text: string): boolean => /^apiVersion:/m.test(text) && /^workflow:/m.test(text);

function shellStep(block: Fence, next: Fence | undefined): PageStep {
  const isShown = next?.followsPrevious && next.info.join(' ') === 'text output';
  return {
    kind: 'command',
    line: block.line,
    script: installed(block.body),
    exit: Number(word(block, 'exit') ?? 0),
    output: isShown ? next.body : undefined,
    isBoth: false,
  };
}

/** `$ command`, followed by what it prints. The exit code of the block is that of its last command. */
function consoleSteps(block: Fence): readonly PageStep[] {
  const parts = block.body.split(/^\$ /m).slice(1);
  return parts.map((part, at) => {
    const end = part.indexOf('\n');
    return {
      kind: 'command',
      line: block.line,
      script: installed(part.slice(0, end)),
      exit: at === parts.length - 1 ? Number(word(block, 'exit') ?? 0) : 0,
      output: part.slice(end + 1),
      isBoth: true,
    };
  });
}

/** Whoever runs the tests has installed already, and would not want it done again in the middle of them. */
const installed = (script: string): string =>
  script.replace(/^npm install && /gm, '').replace(/\bnpx noetl\b/g, 'noetl');

const word = ({ info }: Fence, key: string): string | undefined =>
  info.find(each => each.startsWith(`${key}=`))?.slice(key.length + 1);
