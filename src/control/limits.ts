/** What a holder puts up with. Whoever goes beyond it loses the connection, and nobody else notices. */
export interface Limits {
  /** Bytes of one message: a playbook with its payload. */
  readonly messageBytes: number;
  /** Bytes of the first message, before it is known who is there. */
  readonly helloBytes: number;
  /** Milliseconds until the first message must be there, or its answer. */
  readonly helloTime: number;
  readonly connections: number;
  /** Requests of one connection that are not answered yet. */
  readonly requestsUnderWay: number;
  /** Executions that one connection watches. */
  readonly watched: number;
  /** Bytes that wait for a client which does not read. */
  readonly unreadBytes: number;
  /** Bodies and values that one connection is sending piece by piece. */
  readonly shipments: number;
  /** Characters of all values that one connection is sending piece by piece. */
  readonly valueLength: number;
}

export const LIMITS: Limits = {
  messageBytes: 8 << 20,
  helloBytes: 4096,
  helloTime: 5000,
  connections: 256,
  requestsUnderWay: 64,
  watched: 10_000,
  unreadBytes: 1 << 20,
  shipments: 64,
  valueLength: 256 << 20,
};
