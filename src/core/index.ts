/** `noetl/core`: events, state and the pure functions that fold and decide. */
export { encodeEvent } from './codec/encode-event.ts';
export { EventFormatError } from './codec/format-error.ts';
export { type Log, type ReadOptions, readLog } from './codec/read-log.ts';
export type { EventRow } from './codec/row.ts';
export { type Command, commandIdOf } from './command.ts';
export { type Decision, decide } from './decide/decide.ts';
export type { Input } from './decide/input.ts';
export { makeProgram, type Program } from './decide/program.ts';
export type { Limits, TurnOptions } from './decide/turn.ts';
export type { Event, EventType } from './event.ts';
export { type Explanation, explain } from './explain.ts';
export { EMPTY_STATE } from './fold/draft.ts';
export { fold } from './fold/fold.ts';
export { type LegacyRow, legacyTrace } from './legacy-trace.ts';
export type { Failure, Result } from './result.ts';
export type { State } from './state.ts';
export { parseExecutionState, type StateView, stateView } from './state-view.ts';
export { type QueueRow, queueView } from './view/queue-view.ts';
