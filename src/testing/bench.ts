import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type { Event } from '../core/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineHandle } from '../ports/engine-handle.ts';
import type { ToolCall, ToolIo, ToolOutcome, ToolRegistry } from '../ports/tool.ts';

/** What tests stand on: engines in memory, and tools that are shared because they are dear to start. */
export interface Bench {
  open(options: BenchOptions): BenchEngine;
  /** What the http tool makes of a response, without sending anything. */
  answerHttp(call: ToolCall, io: ToolIo, response: MockedResponse, now: number): Promise<ToolOutcome>;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly clock: Clock;
  /** What `env()` gives in templates. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder from which relative paths of tools start. */
  readonly baseDir: string;
  readonly wrapTools: (tools: ToolRegistry) => ToolRegistry;
  /** Called with the file of every playbook that was called. */
  readonly onPlaybook: (file: string) => void;
  /** Called when a turn could not be taken. */
  readonly onTrouble: (executionId: string, error: unknown) => void;
}

/** One engine with stores of its own. It gives way to others while it works, so that it can be stopped. */
export interface BenchEngine {
  readonly engine: EngineHandle;
  events(executionId: string): Promise<readonly Event[]>;
  /** The value behind a reference. */
  follow(uri: string): Promise<PlainValue | undefined>;
  /** What the commands of an execution printed. */
  printed(executionId: string): Promise<readonly PrintedLine[]>;
  close(): Promise<void>;
}

export interface PrintedLine {
  readonly commandId: string;
  readonly text: string;
}

export interface MockedResponse {
  readonly status: number;
  readonly headers: PlainMapping;
  readonly body: PlainValue;
}
