// Fetches a large body into a data directory, and prints how much memory that took. Run by
// large-body-memory.test.ts with the directory and the address.
import { mappingOf } from '../../src/common/plain-value.ts';
import { openLocal } from '../../src/compose/local.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

const [dataDir = '', url = ''] = process.argv.slice(2);

const local = await openLocal({
  dataDir,
  baseDir: '.',
  env: {},
  onTrouble: (_, error) => console.error(error),
});

async function run(yaml: string) {
  const payload = mappingOf([['url', url]]);
  const request = { playbook: playbookFrom(yaml), text: textOf(yaml), source: 'test.yaml', payload };
  return local.engine.ended(await local.engine.start(request));
}

const workflow = (path: string) => `
  workload: { url: x }
  workflow:
    - { step: fetch, tool: { kind: http, url: "{{ workload.url }}/${path}" } }`;

// Everything is loaded and warm before it is measured.
await run(workflow('small'));
const before = process.resourceUsage().maxRSS;
const { phase } = await run(workflow('large'));
const after = process.resourceUsage().maxRSS;
const result = phase.kind === 'completed' && phase.result.kind === 'inline' ? phase.result.data : phase;
console.log(JSON.stringify({ result, before, after }));
await local.close();
