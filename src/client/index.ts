/** `noetl/client`: a typed client of the HTTP API. */
export { ApiError, Unreachable } from './api-error.ts';
export { Client, type ClientOptions, type Request } from './client.ts';
export type { StreamMessage } from './read-events.ts';
