import type { CheckContext, CheckRule } from './context.ts';
import { isOnServer, type TemplateSite } from './templates/site.ts';

const SECRET_ROOTS: readonly string[] = ['env', 'keychain', 'token'];

/**
 * What the server evaluates is written to the event log and evaluated again on replay, so it may not
 * depend on the environment or contain a secret (decision U2). A step's input is rendered on the
 * worker, except the keys that a guard, an admission rule or a loop source reads (U3).
 */
export const serverReadsSecret: CheckRule = {
  codes: ['server_reads_secret'],
  check(context) {
    const own = ownNames(context);
    const serverInputs = inputsReadOnServer(context.sites);
    for (const site of context.sites) {
      if (!isOnServer(site.point) && !isServerInput(site, serverInputs)) continue;
      for (const read of site.template.reads) {
        const root = rootOf(read.path);
        if (!SECRET_ROOTS.includes(root) || own.has(root)) continue;
        const what = root === 'keychain' ? '`keychain`' : `\`${root}()\``;
        const message = `${what} cannot be read here, because the server evaluates this (${site.point})`;
        const hint = 'read it in the fields or the input of a tool, which the worker renders';
        context.reportInTemplate('server_reads_secret', site, read.offset, message, hint);
      }
    }
  },
};

const rootOf = (path: string): string => path.split('.', 1)[0]!;

/** A variable hides a global of the same name. */
const ownNames = ({ playbook }: CheckContext): ReadonlySet<string> =>
  new Set([...Object.keys(playbook.workload), ...playbook.workflow.map(step => step.name)]);

function inputsReadOnServer(sites: readonly TemplateSite[]): ReadonlyMap<object, ReadonlySet<string>> {
  const inputs = new Map<object, Set<string>>();
  for (const { step, point, template } of sites) {
    if (!step || !['guard', 'admission', 'loop source'].includes(point)) continue;
    const names = inputs.get(step.input) ?? new Set<string>();
    for (const path of template.paths) {
      const [root, field] = path.split('.');
      names.add((root === 'input' || root === 'args') && field !== undefined ? field : root!);
    }
    inputs.set(step.input, names);
  }
  return inputs;
}

const isServerInput = (site: TemplateSite, inputs: ReadonlyMap<object, ReadonlySet<string>>): boolean =>
  site.point === 'step input' && (inputs.get(site.container)?.has(String(site.key)) ?? false);
