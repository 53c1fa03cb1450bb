/**
 * `noetl/client`: a typed client of the HTTP API.
 * The entry is reserved so that its address never changes; it exports nothing yet.
 */
export {};
