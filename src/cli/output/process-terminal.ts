import type { Terminal } from './terminal.ts';

const FALLBACK = { columns: 80, rows: 24 };

/** The terminal behind a stream of this process. */
export function processTerminal(stream: NodeJS.WriteStream): Terminal {
  return {
    get columns() {
      return stream.columns || FALLBACK.columns;
    },
    get rows() {
      return stream.rows || FALLBACK.rows;
    },
    write: text => void stream.write(text),
    onResize: callback => {
      stream.on('resize', callback);
      return () => stream.off('resize', callback);
    },
    hold: holdTerminal,
  };
}

function holdTerminal(restore: () => void, redraw: () => void): () => void {
  const suspend = () => {
    restore();
    // A handler replaces the default action, which is what the user asked for.
    process.kill(process.pid, 'SIGSTOP');
  };
  process.on('exit', restore);
  process.on('SIGTSTP', suspend);
  process.on('SIGCONT', redraw);
  return () => {
    process.off('exit', restore);
    process.off('SIGTSTP', suspend);
    process.off('SIGCONT', redraw);
  };
}
