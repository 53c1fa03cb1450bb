import { mappingOf } from '../../common/plain-value.ts';
import type { ContextUpdated } from '../event.ts';
import type { Draft } from './draft.ts';

/** F13: `step.*` belongs to one run: it is kept with it, and a run that another one has replaced has none. */
export function foldLocals(draft: Draft, { step, run, values }: ContextUpdated): void {
  if (step === undefined || run === undefined) return;
  const { active, last } = draft.step(step);
  if (active && active.run === run) {
    const locals = mappingOf([...Object.entries(active.locals ?? {}), ...Object.entries(values)]);
    draft.changeStep(step, { active: { ...active, locals } });
  } else if (last && last.run === run) {
    const locals = mappingOf([...Object.entries(last.locals ?? {}), ...Object.entries(values)]);
    draft.changeStep(step, { last: { ...last, locals } });
  }
}
