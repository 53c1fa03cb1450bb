import type { Tool, ToolCall } from '../ports/tool.ts';

/** What the composition gives every tool. Tools read no environment of their own. */
export interface ToolSettings {
  /** The environment of the process. A tool chooses from it what the programs it starts may see. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder from which relative paths start, where a call does not name one. */
  readonly baseDir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Folder from which relative paths of a call start: that of its playbook. */
export const baseDirOf = (call: ToolCall, { baseDir }: Pick<ToolSettings, 'baseDir'>): string =>
  call.baseDir ?? baseDir;

/** What `index.ts` of a tool's folder exports as `createTool`. */
export type CreateTool = (settings: ToolSettings) => Tool;
