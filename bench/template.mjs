// How many conditions a second two cores evaluate, with a small context and with a 1 MB document in it.
// The two are measured in turns in one run, because machines are shared and noisy: read the ratio.
//
//     npm run bench
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compileCondition } from 'noetl/template';

const CONDITION = "{{ output.status == 'ok' and ctx.retries < 3 }}";
const ROUNDS = 15;
const PER_ROUND = 200_000;

const small = { output: { status: 'ok', data: { id: 1 } }, ctx: { retries: 1 } };
const rows = Array.from({ length: 4000 }, (_, i) => ({
  id: i,
  name: `row ${i}`,
  note: 'x'.repeat(220),
  tags: ['a', 'b'],
}));
const large = { ...small, document: rows, output: { ...small.output, data: rows } };

/** Evaluations per second of one round. */
function measure(template, context) {
  const started = performance.now();
  for (let i = 0; i < PER_ROUND; i++) if (!template.test(context)) throw new Error('the condition must hold');
  return PER_ROUND / ((performance.now() - started) / 1000);
}

const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];

if (isMainThread) {
  const threads = Math.min(2, availableParallelism());
  const results = await Promise.all(
    Array.from({ length: threads }, (_, id) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { id } });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  const sum = key => results.reduce((total, result) => total + result[key], 0);
  const megabytes = (JSON.stringify(large).length / 1e6).toFixed(1);
  const figure = value => Math.round(value).toLocaleString('en').padStart(12);
  console.log(`condition: ${CONDITION}`);
  console.log(`evaluations/s on ${threads} cores, small context:   ${figure(sum('small'))}`);
  console.log(`evaluations/s on ${threads} cores, ${megabytes} MB context: ${figure(sum('large'))}`);
  console.log(`small : large = ${(sum('small') / sum('large')).toFixed(2)}`);
} else {
  const template = compileCondition(CONDITION);
  // One round of each first: what is measured is the compiled code, not its warm-up.
  const order = workerData.id % 2 === 0 ? [small, large] : [large, small];
  for (const context of order) measure(template, context);
  const figures = new Map(order.map(context => [context, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const context of order) figures.get(context).push(measure(template, context));
  }
  parentPort.postMessage({ small: median(figures.get(small)), large: median(figures.get(large)) });
}
