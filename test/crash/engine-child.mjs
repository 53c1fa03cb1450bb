// Takes up what is open in a data directory, starts executions up to a total, and says when all have ended.
// Its parent kills it at any moment.
import { load, openLocal } from '../../dist/index.js';

const [dataDir, total] = [process.argv[2], Number(process.argv[3])];
const text = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: crash }
workload: { n: 0 }
workflow:
  - { step: start, next: [left, each] }
  - { step: left, tool: { kind: noop, input: { n: "{{ workload.n }}" } }, next: join }
  - step: each
    loop: { in: 8, iterator: i, spec: { mode: parallel, max_in_flight: 3 } }
    tool: { kind: noop, input: { sq: "{{ iter.i * iter.i }}" } }
    next: join
  - { step: join, tool: { kind: noop, input: { sum: "{{ each | sum(attribute='sq') }}", n: "{{ left.n }}" } }, next: again }
  - step: again
    tool: { kind: noop, input: { turn: "{{ (ctx.turn | default(0)) + 1 }}" } }
    set: { ctx.turn: "{{ output.turn }}" }
    next: { arcs: [{ step: again, when: "{{ ctx.turn < 3 }}" }, { step: last }] }
  - { step: last, tool: { kind: noop, input: { sum: "{{ join.sum }}", n: "{{ join.n }}", turn: "{{ ctx.turn }}" } } }
`;
const { playbook, problems } = load(text);
if (!playbook) throw new Error(JSON.stringify(problems));
const local = await openLocal({
  dataDir,
  baseDir: '.',
  env: {},
  onTrouble: (_, error) => {
    console.error(error);
    process.exit(3);
  },
});
const { engine, stores } = local;
const open = await engine.recover();
const known = (await stores.events.list({ limit: 100_000 })).length;
const started = [];
for (let n = known; n < total; n++) {
  started.push(await engine.start({ playbook, text, source: 'crash.yaml', payload: { n } }));
}
await Promise.all([...open, ...started].map(id => engine.ended(id)));
await local.close();
console.log('all ended');
