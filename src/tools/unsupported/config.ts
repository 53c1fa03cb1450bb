import type { ToolCall } from '../../ports/tool.ts';

/** Only the kind matters: the fields of a kind without a tool mean nothing. */
export const readConfig = ({ kind }: ToolCall): string => kind;
