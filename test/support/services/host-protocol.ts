/** What a test file may ask of the main process, and what it gets. */
export type HostCall =
  | { readonly call: 'postgres'; readonly template: string }
  | { readonly call: 'nats' }
  | { readonly call: 'stop-nats'; readonly id: number }
  | { readonly call: 'build' };

export interface HostAnswers {
  readonly postgres: DatabaseAddress;
  readonly nats: { readonly id: number; readonly host: string; readonly port: number };
  readonly 'stop-nats': null;
  readonly build: null;
}

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly url: string;
}
