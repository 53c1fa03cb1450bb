import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

export interface FileWatch {
  /** Replaces the files that are watched. */
  follow(files: readonly string[]): void;
  /** Resolves with the files that have changed since it was last asked, as soon as there are some. */
  changed(): Promise<readonly string[]>;
  close(): void;
}

/** Editors write a file in several steps; what comes within this time is one change. */
const SETTLE_TIME = 50;

/** Watches folders, not files: editors replace a file by another one of its name. */
export function watchFiles(): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  const pending = new Set<string>();
  let wanted = new Set<string>();
  let tell: ((files: readonly string[]) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const deliver = () => {
    if (!tell || pending.size === 0) return;
    const files = [...pending].sort();
    pending.clear();
    const told = tell;
    tell = undefined;
    told(files);
  };
  const note = (folder: string, name: string | null) => {
    for (const file of wanted) {
      if (dirname(file) === folder && (name === null || basename(file) === name)) pending.add(file);
    }
    clearTimeout(timer);
    timer = setTimeout(deliver, SETTLE_TIME);
  };
  const open = (folder: string) => {
    const watcher = watch(folder, (_event, name) => note(folder, name));
    // The folder is gone: that is a change of everything in it.
    watcher.on('error', () => note(folder, null));
    return watcher;
  };

  return {
    follow(files) {
      wanted = new Set(files.map(file => resolve(file)));
      const folders = new Set([...wanted].map(dirname));
      for (const folder of folders) if (!watchers.has(folder)) watchers.set(folder, open(folder));
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
    },
    changed: () =>
      new Promise(resolveChanged => {
        tell = resolveChanged;
        deliver();
      }),
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
