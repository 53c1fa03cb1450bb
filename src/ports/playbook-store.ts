/** The texts of playbooks by the content hash of their model: what executions are pinned to. */
export interface PlaybookStore {
  /** Keeping the same text twice is no error. Durable when it resolves. */
  keep(hash: string, playbook: KeptPlaybook): Promise<void>;
  find(hash: string): Promise<KeptPlaybook | undefined>;
}

export interface KeptPlaybook {
  readonly text: string;
  /** The file or catalog path it came from. */
  readonly source: string;
}
