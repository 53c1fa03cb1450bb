/** The screen on which a person watches. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
  /** Calls back after every change of size; the result ends it. */
  onResize(callback: () => void): () => void;
  /**
   * Until the result is called: `restore` runs when the process ends or is suspended (Ctrl-Z), in whatever
   * way it can notice, and `redraw` when it goes on. A terminal is never left without its cursor.
   */
  hold(restore: () => void, redraw: () => void): () => void;
}
