/** Programs that some suites need beside npm packages, and what a suite learns about each. */
export interface Found {
  readonly python: { readonly command: string; readonly jinja: string };
  readonly postgres: { readonly binDir: string; readonly major: number };
  readonly nats: { readonly command: string };
}

export type ServiceName = keyof Found;

export type Availability<F> =
  | { readonly available: true; readonly found: F }
  | { readonly available: false; readonly reason: string };

export type Services = { readonly [N in ServiceName]: Availability<Found[N]> };

/** Looks for one service. A text answer is the reason why it was not found. */
export type Probe<F> = (machine: Machine) => Promise<F | string>;

/** The machine as the probes see it; tests of the probes bring a made-up one. */
export interface Machine {
  readonly isRoot: boolean;
  /** Folders of PATH, then those where distributions put servers. */
  readonly searchPath: readonly string[];
  exists(path: string): boolean;
  list(folder: string): readonly string[];
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<RunResult>;
}

export interface RunResult {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}
