/** `noetl/client`: a typed client of the HTTP API. */
export { ApiError, Unreachable } from './api-error.ts';
export {
  Client,
  type ClientOptions,
  type ExecuteRequest,
  type Execution,
  type Request,
  type StreamedEvent,
  type StreamedLine,
} from './client.ts';
export type { FollowOptions } from './follow-stream.ts';
export type { StreamMessage } from './read-events.ts';
