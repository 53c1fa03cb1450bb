import { readdir, readFile } from 'node:fs/promises';
import { documentPath } from '../input/package-files.ts';

/** Something that can be read about: a page of the manual, or a part of one. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  /** The page, from the root of the package. */
  readonly page: string;
  /** The heading of the part; undefined: the whole page. */
  readonly part?: string;
}

const GUIDE = 'docs/guide';

/** What is not a page of the guide of the same name. */
const MORE: readonly Topic[] = [
  { name: 'exit-codes', title: 'Exit codes', page: 'docs/reference/cli.md', part: 'Exit codes' },
  { name: 'environment', title: 'Environment variables', page: 'docs/reference/cli.md', part: 'Environment' },
  { name: 'data-directory', title: 'What is kept, and how to query it', page: 'docs/reference/store.md' },
  { name: 'tools', title: 'Tools, outcomes and kinds of errors', page: 'docs/reference/tools/README.md' },
  {
    name: 'filters',
    title: 'Filters, tests and functions of templates',
    page: 'docs/reference/template-builtins.md',
  },
];

/** Other words for a page: what people look for is often not what it is called. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  tutorial: 'getting-started',
  airflow: 'coming-from-others',
  kestra: 'coming-from-others',
  prefect: 'coming-from-others',
  n8n: 'coming-from-others',
  routing: 'branching',
  joins: 'branching',
  arcs: 'branching',
  loop: 'loops',
  retry: 'errors',
  retries: 'errors',
  failure: 'errors',
  pages: 'pagination',
  paginate: 'pagination',
  pipeline: 'pipelines',
  'sub-playbook': 'sub-playbooks',
  signals: 'waiting',
  template: 'templates',
  jinja: 'templates',
  context: 'data',
  results: 'data',
  keychain: 'secrets',
  credentials: 'secrets',
  testing: 'testing-playbooks',
  mocks: 'testing-playbooks',
  cache: 'caching',
  crash: 'crash-and-resume',
  'time-travel': 'looking-at-executions',
  store: 'data-directory',
  tool: 'tools',
};

/** All topics but those that only look up a tool or a problem code. */
export async function listTopics(): Promise<readonly Topic[]> {
  return [...(await guidePages()), ...MORE];
}

async function guidePages(): Promise<readonly Topic[]> {
  const files = (await readdir(documentPath(GUIDE))).filter(file => file.endsWith('.md')).sort();
  return Promise.all(
    files.map(async file => {
      const page = `${GUIDE}/${file}`;
      return { name: file.replace(/\.md$/, ''), title: titleOf(await readPage(page)), page };
    }),
  );
}

/** The topic of that name, its synonym, a kind of tool, or the code of a problem. */
export async function findTopic(name: string): Promise<Topic | undefined> {
  const topics = await listTopics();
  const wanted = Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : name;
  return topics.find(topic => topic.name === wanted) ?? lookUp(name);
}

async function lookUp(name: string): Promise<Topic | undefined> {
  if (!/^[a-z][a-z_]*$/.test(name)) return undefined;
  for (const folder of ['docs/reference/tools', 'docs/reference/problems']) {
    const files = await readdir(documentPath(folder));
    if (files.includes(`${name}.md`)) return { name, title: name, page: `${folder}/${name}.md` };
  }
  return undefined;
}

export async function readTopic({ page, part }: Topic): Promise<string> {
  const text = await readPage(page);
  return part === undefined ? text : partOf(text, part);
}

const readPage = (page: string): Promise<string> => readFile(documentPath(page), 'utf8');

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/** From a heading of the second level to the next one. */
function partOf(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  return `# ${heading}\n${after.split(/\n## /)[0]}`;
}
