// Starts the built command, and other programs, and gathers what they print.
import { spawn } from 'node:child_process';

const LONGEST = 60_000;

/** A program that runs: what it has printed so far, how to wait for a text, and how it ends. */
export function start(file, args) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST });
  const printed = { out: '', err: '' };
  child.stdout.on('data', data => {
    printed.out += data;
  });
  child.stderr.on('data', data => {
    printed.err += data;
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...printed }));
  });
  return { child, ended, says: text => says(child, printed, ended, text) };
}

export const startNoetl = args => start(process.execPath, ['dist/cli.js', ...args]);

export const runNoetl = args => startNoetl(args).ended;

/** Resolves with all that was printed as soon as it holds the text; fails if the program ends before. */
function says(child, printed, ended, text) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const all = printed.out + printed.err;
      if (all.includes(text)) resolve(all);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    look();
    ended.then(({ out, err }) => reject(new Error(`ended without saying '${text}'\n${out}${err}`)), reject);
  });
}
