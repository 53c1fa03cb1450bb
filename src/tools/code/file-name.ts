import type { ToolCall } from '../../ports/tool.ts';

/** As tracebacks name the code. `<string>` is what Python calls the program around it. */
export function fileNameOf({ step, task }: ToolCall): string {
  const name = task === '' || task === step ? step : `${step}.${task}`;
  return name === 'string' ? '<step string>' : `<${name}>`;
}
