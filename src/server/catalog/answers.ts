import type { Static } from '@sinclair/typebox';
import { problemBody } from '../../api/catalog-body.ts';
import type {
  DeletedBody,
  DependenciesBody,
  DiffBody,
  DirectoryBody,
  RegisteredBody,
  UiSchemaBody,
} from '../../api/schemas/catalog.ts';
import type { Registration, Removals } from '../../engine/catalog/catalog.ts';
import type { CheckedCall } from '../../engine/catalog/dependencies.ts';
import type { PlaybookComparison } from '../../playbook/catalog/compare-playbooks.ts';
import { type UiField, uiSchema } from '../../playbook/ui-schema/ui-schema.ts';
import type { CatalogEntry, CatalogPin, DirectoryMember } from '../../ports/catalog.ts';

export function registered({ entry, isNew, problems }: Registration): Static<typeof RegisteredBody> {
  const { path, version, catalogId, kind } = entry;
  const done = isNew ? 'registered' : 'is the same and was kept';
  return {
    status: 'success',
    message: `Resource '${path}' version '${version}' ${done}.`,
    path,
    version,
    catalog_id: catalogId,
    kind,
    created: isNew,
    problems: problems.map(problemBody),
  };
}

export const pinBody = ({ catalogId, version }: CatalogPin) => ({ catalog_id: catalogId, version });

export function deleted(path: string, { removed, callers }: Removals): Static<typeof DeletedBody> {
  const of = (how: 'deleted' | 'archived') => removed.filter(each => each.how === how).map(pinBody);
  const [gone, archived] = [of('deleted'), of('archived')];
  return {
    status: 'success',
    message:
      removed.length === 0
        ? `Nothing of '${path}' was there to delete.`
        : `Resource '${path}': ${gone.length} deleted, ${archived.length} archived because executions refer to them.`,
    path,
    deleted: gone,
    archived,
    count: removed.length,
    warnings: callers.map(caller => `'${caller}' calls '${path}', which is not there any more`),
  };
}

export const directoryBody = (
  path: string,
  members: readonly DirectoryMember[],
): Static<typeof DirectoryBody> => {
  const pathOf = (name: string) => (path === '' ? name : `${path}/${name}`);
  return {
    path,
    directories: members
      .filter(({ kind }) => kind === 'directory')
      .map(({ name, paths }) => ({ name, path: pathOf(name), entries: paths })),
    entries: members.filter(({ kind }) => kind === 'entry').map(({ name }) => ({ name, path: pathOf(name) })),
  };
};

export function callBody(call: CheckedCall): Static<typeof DependenciesBody>['calls'][number] {
  const { step, isRegistered = null } = call;
  if (call.kind === 'template')
    return { step, path: null, version: null, template: call.template, registered: isRegistered };
  const { path, version = null } = call.callee;
  return { step, path, version, registered: isRegistered };
}

export function uiSchemaBody(entry: CatalogEntry, generatedAt: string): Static<typeof UiSchemaBody> {
  const { title = null, description = null, exposedInUi, fields } = uiSchema(entry.text);
  return {
    path: entry.path,
    version: entry.version,
    kind: entry.kind,
    title,
    description_markdown: description,
    exposed_in_ui: exposedInUi,
    fields: fields.map(fieldBody),
    generated_at: generatedAt,
  };
}

type FieldBody = Static<typeof UiSchemaBody>['fields'][number];

const fieldBody = ({ credentialGlob, options, children, ...field }: UiField): FieldBody => ({
  ...field,
  ...(credentialGlob === undefined ? {} : { credential_glob: credentialGlob }),
  ...(options ? { options: [...options] } : {}),
  ...(children ? { children: children.map(fieldBody) } : {}),
});

type GraphBody = NonNullable<Static<typeof DiffBody>['graph']>;

export const graphBody = ({ sections, steps, arcs }: PlaybookComparison): GraphBody => ({
  sections: [...sections],
  steps: {
    added: [...steps.added],
    removed: [...steps.removed],
    changed: steps.changed.map(({ step, fields }) => ({ step, fields: [...fields] })),
  },
  arcs: { added: [...arcs.added], removed: [...arcs.removed] },
});
