import type { Assignment } from '../model.ts';
import type { CheckRule } from './context.ts';
import type { EvaluationPoint, TemplateSite } from './templates/site.ts';

/** What `iter` always has. */
const ITER_FIELDS: readonly string[] =
  'index first last total parent key value item count length _index _total _first _last _chunk_size'.split(
    ' ',
  );

/** Points where `iter` of a looping step is not one iteration's. */
const ONCE_PER_RUN: readonly EvaluationPoint[] = ['step set'];
/** Points of a looping step that see a summary of the loop, or run before it begins. */
const BEFORE_LOOP: readonly EvaluationPoint[] = ['guard', 'admission', 'loop source'];

export const iterScope: CheckRule = {
  codes: ['iter_outside_loop', 'iter_in_step_set'],
  check({ sites, reportInTemplate, assignments, names }) {
    const written = iterNames(assignments);
    for (const site of sites) {
      for (const { path, offset, isOptional } of site.template.reads) {
        const [root, field] = path.split('.');
        if (root !== 'iter' || isOptional) continue;
        const { step } = site;
        if (step?.kind !== 'loop' || BEFORE_LOOP.includes(site.point)) {
          const message = step
            ? `\`${step.name}\` has no loop here that \`iter\` could belong to`
            : '`iter` lives in loops only';
          reportInTemplate('iter_outside_loop', site, offset, message, hintOutside(site));
        } else if (ONCE_PER_RUN.includes(site.point)) {
          const message = 'this `set` runs once, after all iterations, and `iter` belongs to one of them';
          const hint = 'read `output`, or move the assignment to a task, where it runs in each iteration';
          reportInTemplate('iter_in_step_set', site, offset, message, hint);
        } else if (field !== undefined) {
          const known = [step.loop.iterator, ...ITER_FIELDS, ...written];
          if (known.includes(field)) continue;
          const message = `\`iter\` has no \`${field}\`, and the item is called \`${step.loop.iterator}\``;
          reportInTemplate('name_undefined', site, offset, message, names.didYouMean(field, known));
        }
      }
    }
  },
};

const hintOutside = ({ step }: TemplateSite): string | undefined =>
  step?.kind === 'loop'
    ? 'this is evaluated before the loop begins'
    : 'give the step a `loop`, or read a result by the name of its step';

/** Names that some `set` writes to an iteration. */
const iterNames = (assignments: readonly Assignment[]): readonly string[] =>
  assignments.filter(({ scope }) => scope === 'iter').map(({ name }) => name.split('.', 1)[0]!);
