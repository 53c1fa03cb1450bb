import type { CheckContext, CheckRule } from './context.ts';
import { KnownNames } from './templates/names.ts';
import type { TemplateSite } from './templates/site.ts';

/** What `root.field` must name for some roots, and what those names are called. */
interface Members {
  readonly names: ReadonlySet<string>;
  readonly what: (field: string) => string;
  /** Only a field that is nearly another one is reported: a request may bring more than the defaults. */
  readonly onlyIfNear: boolean;
}

export const namesDefined: CheckRule = {
  codes: ['name_undefined'],
  check(context) {
    const known = new KnownNames(context.playbook, context.assignments, context.globalNames);
    for (const site of context.sites) {
      // A workload is rendered with the payload of the request, whose keys nobody knows yet.
      if (site.point === 'workload') continue;
      for (const { path, offset, isOptional } of site.template.reads) {
        if (!isOptional) checkRead(context, known, site, path, offset);
      }
    }
  },
};

function checkRead(
  context: CheckContext,
  known: KnownNames,
  site: TemplateSite,
  path: string,
  offset: number,
): void {
  const [root = '', field] = path.split('.');
  if (!known.has(site, root)) {
    const hint =
      context.names.didYouMean(root, known.candidates(site)) ??
      `give it a default in \`workload\`: \`${root}: …\``;
    context.reportInTemplate('name_undefined', site, offset, `nothing defines \`${root}\``, hint);
    return;
  }
  const members = field === undefined ? undefined : membersOf(root, known, site);
  if (!members || field === undefined || members.names.has(field)) return;
  const hint = context.names.didYouMean(field, members.names);
  if (hint === undefined && members.onlyIfNear) return;
  context.reportInTemplate('name_undefined', site, offset, members.what(field), hint);
}

function membersOf(root: string, known: KnownNames, { step }: TemplateSite): Members | undefined {
  switch (root) {
    case 'workload':
      return { names: known.workload, what: field => `the workload has no \`${field}\``, onlyIfNear: true };
    case 'ctx':
    case 'vars':
      return { names: known.context, what: field => `nothing sets \`${root}.${field}\``, onlyIfNear: false };
    case 'steps':
      return { names: known.steps, what: field => `no step is called \`${field}\``, onlyIfNear: false };
    case 'keychain':
      return {
        names: known.keychain,
        what: field => `the keychain has no entry \`${field}\``,
        onlyIfNear: false,
      };
    case 'input': {
      const names = step && known.inputs.get(step.name);
      return names && { names, what: field => `the step gets no input \`${field}\``, onlyIfNear: true };
    }
    default:
      return undefined;
  }
}
