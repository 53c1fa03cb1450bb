// How each example is run. Most take one command; these take more, or something beside them.
import { join } from 'node:path';
import { runNoetl, startNoetl } from './command.mjs';

/** One command that keeps nothing; its standard output is what is expected. */
export async function runOnce(file, { flags = [] } = {}) {
  return succeeded(await runNoetl(['run', file, '--ephemeral', ...flags]));
}

/** By the number of the example. Each gives what the commands print, as a person would see them one by one. */
export const SCENARIOS = {
  10: (file, { apiUrl }) => runOnce(file, { flags: ['--set', `api_url=${apiUrl}`] }),
  13: answerSignal,
  14: resumeAfterCrash,
  15: rerunOneIteration,
  16: (file, { apiUrl, folder }) =>
    runOnce(file, { flags: ['--set', `api_url=${apiUrl}`, '--set', `out=${join(folder, 'revenue.csv')}`] }),
  17: (file, { folder }) => runOnce(file, { flags: ['--set', `db=${join(folder, 'orders.db')}`] }),
};

async function answerSignal(file, { folder }) {
  const run = startNoetl(['run', file, '--data-dir', folder]);
  await run.says("waits for the signal 'decision'");
  const data = '{"approved": true, "by": "kim"}';
  const signal = succeeded(
    await runNoetl(['signal', 'last', 'decision', '--data', data, '--data-dir', folder]),
  );
  return told(
    [`noetl run ${file} &`, ''],
    [`noetl signal last decision --data '${data}'`, signal + succeeded(await run.ended)],
  );
}

async function resumeAfterCrash(file, { folder }) {
  const killed = await runNoetl(['run', file, '--data-dir', folder]);
  if (killed.signal !== 'SIGKILL') throw new Error(`was not killed\n${killed.out}${killed.err}`);
  const resumed = await runNoetl(['resume', 'last', '--data-dir', folder]);
  return told([`noetl run ${file}`, 'Killed\n'], ['noetl resume last', succeeded(resumed)]);
}

async function rerunOneIteration(file, { folder }) {
  const failed = await runNoetl(['run', file, '--quiet', '--data-dir', folder]);
  if (failed.code !== 1)
    throw new Error(`ended with ${failed.code} instead of 1\n${failed.out}${failed.err}`);
  const flags = ['--from', 'load', '--only-failed', '--set', 'closed=none'];
  const rerun = succeeded(await runNoetl(['rerun', 'last', ...flags, '--data-dir', folder]));
  return told([`noetl run ${file} --quiet`, failed.err], [`noetl rerun last ${flags.join(' ')}`, rerun]);
}

function succeeded({ code, signal, out, err }) {
  if (code === 0) return out;
  throw new Error(`ended with ${code ?? signal}\n${out}${err}`);
}

/** A transcript. Ids differ from run to run. */
const told = (...commands) =>
  commands.map(([command, printed]) => `$ ${command}\n${printed.replace(/\b\d{18}\b/g, 'ID')}`).join('');
