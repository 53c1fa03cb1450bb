import type { Cache, Callback, OutputSpec, Paginate, Selection, Task } from '../../model.ts';
import { type Field, type Fields, leaf } from '../tree.ts';
import { dataField, field, fields, filled, items, mapping, scalar } from './build.ts';
import { assignments, condition, duration } from './expression.ts';
import type { Places } from './places.ts';
import { policyField } from './policy.ts';
import { retryField } from './retry.ts';

/** What a task says beside its own fields, and where. */
export interface TaskParts {
  /** Whether its name is written: an only task is named like its step. */
  readonly named: boolean;
  /** Whether its timeout is written: one that all tasks of a step share is written once, on the step. */
  readonly timed: boolean;
}

export function taskTree(places: Places, task: Task, { named, timed }: TaskParts): Fields {
  const auth = dataField(places, task, 'auth', 'auth');
  const input = dataField(places, task, 'input', 'input');
  const own = configFields(places, task);
  return fields('auto', [
    named ? scalar(places, task, 'name', 'name') : undefined,
    field('kind', leaf(task.kind), places.ofValue(task, 'kind')),
    // A request reads best with its address first; statements and code with what they work on first.
    ...(task.kind === 'http' ? [...own, auth, input] : [auth, input, ...own]),
    assignments(places, task),
    paginateField(places, task),
    retryField(places, task),
    timed ? duration(places, task, 'timeout', 'timeout') : undefined,
    cacheField(places, task),
    callbackField(places, task),
    outputField(places, task),
    policyField(places, task),
    sinkField(places, task),
  ]);
}

/** The tool's own fields: the ones everybody looks for first, the others as their author ordered them. */
function configFields(places: Places, task: Task): readonly Field[] {
  const all = mapping(task.config, places).parts;
  const leading = LEADING[task.kind] ?? [];
  return [
    ...leading.flatMap(key => all.filter(each => each.key === key)),
    ...all.filter(each => !leading.includes(each.key)),
  ];
}

const LEADING: Readonly<Record<string, readonly string[]>> = {
  http: ['method', 'url', 'headers', 'params', 'json', 'form', 'body'],
  playbook: ['path', 'version'],
};

function paginateField(places: Places, task: Task): Field | undefined {
  const { paginate } = task;
  if (!paginate) return undefined;
  const tree = fields('block', [
    condition(places, paginate, 'while', 'while'),
    dataField(places, paginate, 'next', 'next'),
    collectField(places, paginate),
    scalar(places, paginate, 'maxPages', 'max_pages', PAGINATE_DEFAULTS.maxPages),
    sinkField(places, paginate),
  ]);
  return field('paginate', tree, places.ofValue(task, 'paginate') ?? places.of(paginate));
}

export const PAGINATE_DEFAULTS = { maxPages: 100, strategy: 'append', into: 'pages' } as const;

function collectField(places: Places, paginate: Paginate): Field | undefined {
  const { collect } = paginate;
  const tree = fields('auto', [
    scalar(places, collect, 'path', 'path'),
    scalar(places, collect, 'strategy', 'strategy', PAGINATE_DEFAULTS.strategy),
    scalar(places, collect, 'into', 'into', PAGINATE_DEFAULTS.into),
  ]);
  return filled('collect', tree, places.ofValue(paginate, 'collect') ?? places.of(collect));
}

function sinkField(places: Places, owner: Task | Paginate): Field | undefined {
  if (!owner.sink) return undefined;
  const tree = taskTree(places, owner.sink, { named: false, timed: true });
  return field('sink', tree, places.ofValue(owner, 'sink') ?? places.of(owner.sink));
}

function cacheField(places: Places, task: Task): Field | undefined {
  if (!task.cache) return undefined;
  return field('cache', cacheTree(places, task.cache), places.ofValue(task, 'cache'));
}

const cacheTree = (places: Places, cache: Cache) =>
  fields('auto', [
    field('key', leaf(cache.key.template), places.ofValue(cache, 'key')),
    duration(places, cache, 'ttl', 'ttl'),
  ]);

export const CALLBACK_DEFAULTS = { timeout: 3_600_000 } as const;

function callbackField(places: Places, task: Task): Field | undefined {
  if (!task.callback) return undefined;
  return field('callback', callbackTree(places, task.callback), places.ofValue(task, 'callback'));
}

const callbackTree = (places: Places, callback: Callback) =>
  callback.timeout === CALLBACK_DEFAULTS.timeout
    ? leaf(true)
    : fields('auto', [duration(places, callback, 'timeout', 'timeout')]);

export const INLINE_MAX_BYTES = 65_536;

function outputField(places: Places, task: Task): Field | undefined {
  return filled('output', outputTree(places, task.output), places.ofValue(task, 'output'));
}

const outputTree = (places: Places, output: OutputSpec) =>
  fields('auto', [
    selectField(places, output),
    dataField(places, output, 'store', 'store'),
    scalar(places, output, 'inlineMaxBytes', 'inline_max_bytes', INLINE_MAX_BYTES),
    ...mapping(output.extra, places).parts,
  ]);

/** `select: [$.total]`; a field that is not called by the last word of its path says its name. */
function selectField(places: Places, output: OutputSpec): Field | undefined {
  const parts = output.select.map(each => ({
    value: each.name === lastWord(each.path) ? leaf(each.path) : namedSelection(each),
    source: places.of(each),
  }));
  return filled('select', items('auto', parts), places.ofValue(output, 'select'));
}

const namedSelection = ({ path, name }: Selection) =>
  fields('auto', [field('path', leaf(path)), field('as', leaf(name))]);

const lastWord = (path: string): string => path.split('.').at(-1)!;
