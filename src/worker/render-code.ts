import type { Template } from '../template/index.ts';
import { TemplateError } from '../template/index.ts';
import type { Renderer } from './render-task.ts';

/** `{{ … }}` in one line, with no further brace beside it: those are the language's own. */
const PLACEHOLDER = /(?<!\{)\{\{(?!\{)[^{}\n]+\}\}(?!\})/g;

/**
 * A program in another language, in which braces are that language's own. Only what can be nothing but a
 * template is replaced: it parses, reads names, and all of them exist. A lone name of an input stays, because
 * code has it as a variable, and `{{name}}` is how Python and others write a brace in a text.
 */
export function renderCode(renderer: Renderer, code: string): string {
  if (!code.includes('{{')) return code;
  return code.replace(PLACEHOLDER, written => textOf(renderer, written) ?? written);
}

function textOf({ program, context, host }: Renderer, written: string): string | undefined {
  const template = parsed(() => program.template(written));
  if (!template || template.reads.length === 0) return undefined;
  const roots = template.reads.map(({ path }) => path.split('.', 1)[0] as string);
  const isVariable = roots.length === 1 && written.slice(2, -2).trim() === roots[0];
  if (isVariable && Object.hasOwn((context.input as object | undefined) ?? {}, roots[0] as string))
    return undefined;
  if (!roots.every(root => Object.hasOwn(context, root))) return undefined;
  return template.evaluate(context, host) === undefined ? undefined : template.renderText(context, host);
}

function parsed(compile: () => Template): Template | undefined {
  try {
    return compile();
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
