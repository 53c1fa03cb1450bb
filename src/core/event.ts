import type { CommandEvent } from './events/command.ts';
import type { ContextEvent } from './events/context.ts';
import type { ExecutionEvent } from './events/execution.ts';
import type { LoopEvent } from './events/loop.ts';
import type { Received } from './events/received.ts';
import type { StepEvent } from './events/step.ts';

export type * from './events/command.ts';
export type * from './events/context.ts';
export type * from './events/execution.ts';
export type * from './events/loop.ts';
export type * from './events/received.ts';
export type * from './events/step.ts';

/**
 * The events of an execution, in their one canonical spelling. Everything else that was ever written or
 * is still reported by older clients is translated at the boundary (`codec/`).
 *
 * Two levels: `command.*` and `call.*` speak of one command and come from workers; `step.*` speak of one
 * run of a step and come from the server alone.
 */
export type Event = ExecutionEvent | StepEvent | CommandEvent | LoopEvent | ContextEvent | Received;

export type EventType = Event['type'];

/** An event as the core emits it, before the shell gives it an id and a time. */
export type Unstamped<E extends Event = Event> = E extends Event ? Omit<E, 'id' | 'at'> : never;
