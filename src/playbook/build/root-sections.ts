import type { Concurrency, ExecutorSpec, KeychainEntry, Metadata } from '../model.ts';
import type { MapNode, Node } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';
import { poolName } from './pool-name.ts';

export function buildMetadata(builder: Builder, root: MapNode): Metadata {
  const node = root.get('metadata');
  const map = builder.map(node, '`metadata`');
  const field = (key: string) => map?.get(key);
  const name = builder.text(field('name'), '`metadata.name`');
  if (name === undefined && (map || node === undefined)) {
    const message = map ? 'the metadata has no `name`' : 'the playbook has no `metadata`';
    builder.report('metadata_missing', (map ?? root).range, message, 'write `metadata: { name: … }`');
  }
  const labels: Record<string, string> = Object.create(null);
  for (const { key, value } of builder.map(field('labels'), '`labels`')?.entries ?? []) {
    labels[key] = builder.text(value, `the label \`${key}\``) ?? '';
  }
  return builder.place(
    {
      name: name ?? '',
      path: builder.text(field('path'), '`metadata.path`') ?? name ?? '',
      version: builder.text(field('version'), '`metadata.version`'),
      description: builder.text(field('description'), '`metadata.description`'),
      labels: Object.freeze(labels),
      tags: Object.freeze(builder.texts(field('tags'), '`tags`')),
      capabilities: Object.freeze(builder.texts(field('capabilities'), '`capabilities`')),
      exposedInUi: builder.flag(field('exposed_in_ui'), '`exposed_in_ui`', false),
      exposesAsMcp: builder.flag(field('exposes_as_mcp'), '`exposes_as_mcp`', true),
      agent: builder.flag(field('agent'), '`agent`', false),
      extra: builder.mapping(map?.without(...KEYS.metadata), '`metadata`'),
    },
    (node ?? root).range,
    { name: field('name') },
  );
}

const SCOPES = ['local', 'global', 'shared', 'catalog'] as const;
const RESIDENCIES = ['none', 'advisory', 'strict'] as const;

export function buildKeychain(builder: Builder, node: Node | undefined): readonly KeychainEntry[] {
  const list = builder.list(node, '`keychain`');
  const entries = (list?.items ?? []).flatMap(item => {
    const map = builder.map(item, 'a keychain entry');
    return map ? [buildKeychainEntry(builder, map)] : [];
  });
  return Object.freeze(entries);
}

function buildKeychainEntry(builder: Builder, map: MapNode): KeychainEntry {
  const name = builder.text(map.get('name'), '`name`');
  if (name === undefined) builder.report('wrong_value', map.range, 'the keychain entry has no `name`');
  const known = ['name', 'kind', 'scope', 'auto_renew', 'residency'];
  const kindNode = map.get('kind');
  return builder.place(
    {
      name: name ?? '',
      kind: builder.text(kindNode, '`kind`') ?? (map.has('provider') ? 'secret_manager' : 'credential'),
      scope: builder.oneOf(map.get('scope'), '`scope`', SCOPES, 'global'),
      autoRenew: builder.flag(map.get('auto_renew'), '`auto_renew`', false),
      residency: builder.oneOf(map.get('residency'), '`residency`', RESIDENCIES, 'none'),
      config: builder.mapping(map.without(...known), 'the keychain entry'),
    },
    (map.get('name') ?? map).range,
    { name: map.get('name'), kind: kindNode },
  );
}

/** What the executor says of steps, beside what stays in the model. */
export interface ExecutorParts {
  readonly executor: ExecutorSpec;
  readonly entryStep: Node | undefined;
  readonly noNextIsError: boolean;
}

export function buildExecutor(builder: Builder, node: Node | undefined): ExecutorParts {
  const map = builder.map(node, '`executor`');
  if (map) builder.unknownKeys(map, KEYS.executor, '`executor`');
  const spec = builder.map(map?.get('spec'), '`executor.spec`');
  if (spec) builder.unknownKeys(spec, KEYS.executorSpec, '`executor.spec`');
  const requires = builder.map(map?.get('requires'), '`requires`');
  const finalStep = spec?.get('final_step');
  const executor: ExecutorSpec = {
    profile: builder.oneOf(
      map?.get('profile'),
      '`profile`',
      ['local', 'distributed', 'auto'] as const,
      'auto',
    ),
    version: builder.text(map?.get('version'), '`version`') ?? 'noetl-runtime/1',
    requires: Object.freeze({
      tools: Object.freeze(builder.texts(requires?.get('tools'), '`requires.tools`')),
      features: Object.freeze(builder.texts(requires?.get('features'), '`requires.features`')),
    }),
    timeout: builder.duration(spec?.get('timeout'), '`timeout`'),
    concurrency: buildConcurrency(builder, spec?.get('concurrency')),
    finalStep: builder.text(finalStep, '`final_step`'),
    pool: poolName(builder, spec?.get('pool')),
    loopMode: builder.oneOf(spec?.get('loop_mode'), '`loop_mode`', ['local', 'fanout'] as const, 'local'),
    renderWorkload: builder.flag(spec?.get('render_workload'), '`render_workload`', false),
    policy: builder.mapping(spec?.get('policy'), '`policy`'),
  };
  const fields = { finalStep, timeout: spec?.get('timeout') };
  return {
    executor: map ? builder.place(executor, map.range, fields) : Object.freeze(executor),
    entryStep: spec?.get('entry_step'),
    noNextIsError: builder.flag(spec?.get('no_next_is_error'), '`no_next_is_error`', false),
  };
}

function buildConcurrency(builder: Builder, node: Node | undefined): Concurrency | undefined {
  const map = builder.map(node, '`concurrency`');
  if (!map) return undefined;
  builder.unknownKeys(map, KEYS.concurrency, '`concurrency`');
  const key = builder.template(map.get('key'), '`concurrency.key`');
  if (!key) {
    builder.report(
      'wrong_value',
      map.range,
      '`concurrency` needs a `key`',
      'write `key: "{{ workload.x }}"`',
    );
    return undefined;
  }
  const policies = ['queue', 'skip', 'cancel_oldest'] as const;
  return builder.place(
    {
      key,
      limit: builder.integer(map.get('limit'), '`concurrency.limit`', 1) ?? 1,
      onLimit: builder.oneOf(map.get('on_limit'), '`on_limit`', policies, 'queue'),
    },
    map.range,
  );
}
