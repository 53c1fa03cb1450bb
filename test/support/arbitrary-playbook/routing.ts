import fc from 'fast-check';
import {
  condition,
  count,
  type Data,
  data,
  type Fields,
  mapping,
  positive,
  rule,
  set,
  some,
  text,
  word,
} from './data.ts';

const loopSpec = some({
  mode: fc.constantFrom('sequential', 'parallel'),
  max_in_flight: count,
  where: condition,
  order_by: fc.constant('{{ item.x }}'),
  limit: count,
  chunk: count,
  on_error: fc.constantFrom('fail', 'continue'),
});
export const loop = fc.oneof(
  some(
    {
      in: fc.oneof(fc.constant('{{ workload.rows }}'), fc.array(data, { maxLength: 3 }), mapping, fc.nat(9)),
      iterator: word,
      spec: loopSpec,
    },
    ['in', 'iterator'],
  ),
  some(
    {
      cursor: some({ kind: fc.constant('postgres'), auth: word, claim: text, options: mapping }, [
        'kind',
        'claim',
      ]),
      iterator: word,
      spec: some({
        max_in_flight: count,
        frame: some({
          max_rows: positive,
          max_seconds: positive,
          lease_seconds: positive,
          process: fc.constantFrom('row', 'frame'),
          max_attempts: positive,
        }),
      }),
    },
    ['cursor', 'iterator'],
  ),
);

const arcExtras = some({ on: fc.constantFrom('success', 'failure', 'any'), set, args: mapping });

/** Arcs lead forward only, and a bare one stands last: anything else is for the checks. */
export function next(later: readonly string[]): fc.Arbitrary<Data | undefined> {
  if (later.length === 0) return fc.constant(undefined);
  const target = fc.constantFrom(...later);
  const several = fc.uniqueArray(target, { minLength: 1, maxLength: 3 });
  const leads = fc.oneof(
    target.map(step => ({ step })),
    several.map(step => ({ step })),
    several.chain(steps =>
      fc
        .tuple(...steps.map(step => some({ set, args: mapping }).map(extras => ({ step, ...extras }))))
        .map(then => ({ then })),
    ),
  );
  const conditional = fc
    .tuple(
      leads,
      condition.filter(each => typeof each === 'string'),
      arcExtras,
    )
    .map(([lead, when, extras]) => ({ ...lead, when, ...('then' in lead ? onlyOn(extras) : extras) }));
  return fc.oneof(
    fc.constant(undefined),
    target,
    several,
    fc
      .tuple(
        fc.uniqueArray(conditional, { minLength: 1, maxLength: 2, selector: ({ when }) => when }),
        fc.option(leads, { nil: undefined }),
        some({
          mode: fc.constantFrom('exclusive', 'inclusive'),
          on_no_match: fc.constantFrom('complete', 'quiet', 'error'),
        }),
        fc.boolean(),
      )
      .map(([arcs, last, spec, otherwise]) => ({
        spec,
        arcs: last ? [...arcs, { ...last, ...(otherwise ? { else: true } : {}) }] : arcs,
      })),
  );
}

const onlyOn = (extras: Fields): Fields => ('on' in extras ? { on: extras.on! } : {});

export const admit = fc
  .array(rule(some({ allow: fc.oneof(fc.boolean(), fc.constant('{{ ctx.go }}')) }, ['allow'])), {
    minLength: 1,
    maxLength: 2,
  })
  .chain(rules => some({ rules: fc.constant(rules), on_deny: fc.constantFrom('skip', 'wait') }, ['rules']))
  .map(each => ({ policy: { admit: each } }));
