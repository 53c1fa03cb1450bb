import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DrawnStatus,
  type DrawOptions,
  drawGraph,
  GRAPH_FORMATS,
  type GraphFormat,
} from '../../src/playbook/draw/draw-graph.ts';
import { pictureOf } from '../../src/playbook/draw/picture.ts';
import { layOut } from '../../src/playbook/draw/svg/layout.ts';
import { LABEL_HEIGHT, labelWidth } from '../../src/playbook/draw/svg/measure.ts';
import { buildGraph } from '../../src/playbook/graph.ts';
import type { Playbook } from '../../src/playbook/model.ts';
import { RELEASE, SYNC_ORDERS } from '../support/drawn-playbooks.ts';
import { playbookOf } from '../support/playbook-of.ts';
import { structured, unstructured } from '../support/tokens-model/random-graphs.ts';
import { type Sketch, showSketch } from '../support/tokens-model/sketch.ts';
import { readXml, type XmlElement } from '../support/well-formed-xml.ts';

const draw = (playbook: Playbook, format: GraphFormat, options: DrawOptions = {}) =>
  drawGraph(playbook, buildGraph(playbook), format, options);

const STATES: ReadonlyMap<string, DrawnStatus> = new Map([
  ['start', 'COMPLETED'],
  ['build', 'COMPLETED'],
  ['lint', 'FAILED'],
  ['docs', 'SKIPPED'],
  ['test', 'RUNNING'],
  ['gate', 'PENDING'],
  ['poll', 'PAUSED'],
  ['deploy', 'CANCELLED'],
]);

describe('a drawing', () => {
  const golden = (name: string) => `../golden/drawings/${name}`;

  it.each(GRAPH_FORMATS)('looks as it was approved: %s', async format => {
    await expect(draw(SYNC_ORDERS, format)).toMatchFileSnapshot(golden(`sync-orders.${format}`));
    await expect(draw(RELEASE, format)).toMatchFileSnapshot(golden(`release.${format}`));
    await expect(draw(RELEASE, format, { states: STATES })).toMatchFileSnapshot(
      golden(`release-states.${format}`),
    );
  });

  it('as text is plain ASCII where that is asked for', async () => {
    const text = draw(RELEASE, 'text', { ascii: true, states: STATES });
    expect(text).toMatch(/^[\n -~]*$/);
    await expect(text).toMatchFileSnapshot(golden('release-ascii.text'));
  });

  it('as text hands every piece to the painter and keeps its width', () => {
    const plain = draw(RELEASE, 'text', { states: STATES });
    const painted = draw(RELEASE, 'text', { states: STATES, paint: (text, style) => `<${style}>${text}</>` });
    expect(painted).toContain('<COMPLETED>✓</>');
    const bare = painted.replace(/<[\w/]*>/g, '').replace(/ +$/gm, '');
    expect(bare).toBe(plain);
  });

  it('as SVG can be fixed to one colour scheme', () => {
    expect(draw(SYNC_ORDERS, 'svg')).toContain('prefers-color-scheme:dark');
    for (const theme of ['light', 'dark'] as const)
      expect(draw(SYNC_ORDERS, 'svg', { theme })).not.toContain('prefers-color-scheme');
  });

  it('shows where a branch ends although no step is called `end`', () => {
    const [step, ...rest] = SYNC_ORDERS.workflow;
    const arcs = step!.next.arcs.map(arc => ({ ...arc, target: { kind: 'exit' as const } }));
    const playbook = { ...SYNC_ORDERS, workflow: [{ ...step!, next: { ...step!.next, arcs } }, ...rest] };
    expect(draw(playbook, 'text')).toContain('└─▶ end');
    expect(draw(playbook, 'mermaid')).toContain('(("end"))');
    expect(draw(playbook, 'dot')).toContain('doublecircle');
    expect(readXml(draw(playbook, 'svg')).map(element => element.attributes.class)).toContain('exit');
  });
});

describe('a drawing of hostile names', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"]; click s0 "javascript:alert(1)"',
      '"]\n  end\n  s0 --> s1',
      '\\',
      '\\"',
      '\\N\\G&lt;',
      ']]>',
      '--><!--',
      '`y` {{ z }} {% x %}',
      'a\u001b[31mred\u0007',
      '\u202egnp.exe',
      '\ud800',
      '\uffff\ufffe\u0000',
      '- list',
      '1. list',
      'end',
      '',
      'x'.repeat(5_000),
      '漢字かな',
      "'); DROP TABLE steps; --",
    ),
  );

  /** A structured playbook in which every text that a user writes is hostile. */
  const playbooks = fc
    .tuple(structured({ extraArcs: 2 }), fc.array(hostile, { minLength: 1, maxLength: 6 }))
    .map(([sketch, texts]) => {
      const names = new Map(sketch.steps.map(({ name }, at) => [name, `${texts[at % texts.length]}${at}`]));
      return withConditions(
        rename(sketch, name => names.get(name) ?? name),
        texts,
      );
    });

  const forEach = (claim: (playbook: Playbook) => void) =>
    fc.assert(fc.property(playbooks, claim), { numRuns: 400 });

  it('is well-formed XML with nothing in it that runs, loads or leads elsewhere', () => {
    const allowed = new Set([
      'svg',
      'title',
      'style',
      'defs',
      'marker',
      'path',
      'g',
      'rect',
      'circle',
      'text',
    ]);
    const isHarmless = ({ name, attributes }: XmlElement) =>
      allowed.has(name) && !Object.keys(attributes).some(attribute => /^on|href|^style$/i.test(attribute));
    forEach(playbook => {
      expect(readXml(draw(playbook, 'svg')).filter(element => !isHarmless(element))).toEqual([]);
    });
  });

  it('is Mermaid that has one statement of a known form in each line', () => {
    const label = String.raw`"(?:[\p{L}\p{N} _.,:/()+*=→…·-]|#\d+;|<br/>)*"`;
    const line = new RegExp(
      [
        String.raw`  s\d+(?:\(\[|\[\[|\[|\{\{|\(\()${label}(?:\]\)|\]\]|\]|\}\}|\)\))`,
        String.raw`  s\d+ (?:-->|==>|-\.->)(?:\|${label}\|)? s\d+`,
        String.raw`  linkStyle [\d,]+ stroke:#\w{6}`,
        String.raw`  accTitle: [\p{L}\p{N} _.,/-]+`,
      ].join('|'),
      'u',
    );
    const whole = new RegExp(`^(?:${line.source})$`, 'u');
    forEach(playbook => {
      const [first, ...rest] = draw(playbook, 'mermaid').trimEnd().split('\n');
      expect(first).toBe('flowchart TD');
      for (const statement of rest) expect(statement).toMatch(whole);
    });
  });

  it('is DOT that has one statement of a known form in each line', () => {
    const text = String.raw`"(?:[^"\\\n]|\\["\\n])*"`;
    const attributes = String.raw`\[\w+=${text}(?:, \w+=${text})*\];`;
    const whole = new RegExp(
      String.raw`^(?:digraph ${text} \{|  (?:graph|node|edge|s\d+) ${attributes}|  s\d+ -> s\d+(?: ${attributes}|;)|\})$`,
    );
    forEach(playbook => {
      for (const statement of draw(playbook, 'dot').trimEnd().split('\n')) expect(statement).toMatch(whole);
    });
  });

  it('is text whose lines are ours alone, and ASCII where that is asked for', () => {
    forEach(playbook => {
      const graph = buildGraph(playbook);
      const lines = draw(playbook, 'text').trimEnd().split('\n');
      const arcs = graph.outgoing.flat().length;
      expect(lines.length).toBe(1 + 2 * graph.size + arcs);
      expect(lines.join('')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(draw(playbook, 'text', { ascii: true })).toMatch(/^[\n -~]*$/);
    });
  });
});

describe('the layout of an SVG', () => {
  interface Rectangle {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }

  const rectanglesOf = (sketch: Sketch) => {
    const playbook = playbookOf(sketch);
    const graph = buildGraph(playbook);
    const layout = layOut(pictureOf(playbook, graph), graph);
    const boxes = layout.boxes.map(
      ({ x, y, width, height }): Rectangle => ({
        left: x - width / 2,
        right: x + width / 2,
        top: y,
        bottom: y + height,
      }),
    );
    const labels = layout.routes.flatMap(({ arc, label }): readonly Rectangle[] => {
      if (label === undefined) return [];
      const half = labelWidth(arc.label!) / 2;
      return [
        {
          left: label.x - half,
          right: label.x + half,
          top: label.y - LABEL_HEIGHT / 2,
          bottom: label.y + LABEL_HEIGHT / 2,
        },
      ];
    });
    return { layout, all: [...boxes, ...labels] };
  };

  const overlap = (a: Rectangle, b: Rectangle) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  it.each([
    ['structured', structured()],
    ['unstructured', unstructured()],
  ])('keeps steps and conditions apart and inside the picture: %s', (_name, sketches) => {
    fc.assert(
      fc.property(sketches, sketch => {
        const { layout, all } = rectanglesOf(sketch);
        const clashes = all.flatMap((a, at) => all.slice(at + 1).filter(b => overlap(a, b)));
        expect(clashes, showSketch(sketch)).toEqual([]);
        const outside = all.filter(
          ({ left, right, top, bottom }) =>
            left < 0 || top < 0 || right > layout.width || bottom > layout.height,
        );
        expect(outside, showSketch(sketch)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('draws every arc from its source to its target', () => {
    fc.assert(
      fc.property(structured({ extraArcs: 4 }), sketch => {
        const { layout } = rectanglesOf(sketch);
        for (const { arc, points } of layout.routes) {
          const from = layout.boxes[arc.from]!;
          const to = layout.boxes[arc.to]!;
          expect(Math.abs(points[0]!.x - from.x)).toBeLessThan(from.width / 2 + 0.01);
          expect(Math.abs(points.at(-1)!.x - to.x)).toBeLessThan(to.width / 2 + 0.01);
          for (const { x, y } of points) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is found for thousands of steps', () => {
    const steps = Array.from({ length: 3_000 }, (_, at) => ({
      name: `s${at}`,
      kind: 'task' as const,
      mode: 'inclusive' as const,
      onError: 'fail' as const,
      arcs: [at + 1, (at * 7) % 3_000]
        .filter(to => to < 3_000)
        .map(to => ({ to: `s${to}`, when: true, on: 'success' as const })),
    }));
    const playbook = playbookOf({ entry: 's0', finalStep: undefined, steps });
    expect(readXml(draw(playbook, 'svg')).filter(({ name }) => name === 'g').length).toBeGreaterThan(3_000);
  });
});

function rename(sketch: Sketch, to: (name: string) => string): Sketch {
  return {
    entry: to(sketch.entry),
    finalStep: undefined,
    steps: sketch.steps.map(step => ({
      ...step,
      name: to(step.name),
      arcs: step.arcs.map(arc => ({ ...arc, to: to(arc.to) })),
    })),
  };
}

function withConditions(sketch: Sketch, texts: readonly string[]): Playbook {
  const playbook = playbookOf(sketch);
  return {
    ...playbook,
    metadata: { ...playbook.metadata, name: texts[0]! },
    workflow: playbook.workflow.map((step, at) => ({
      ...step,
      next: {
        ...step.next,
        arcs: step.next.arcs.map(arc =>
          arc.fires.kind === 'when'
            ? { ...arc, fires: { kind: 'when' as const, when: { condition: texts[at % texts.length]! } } }
            : arc,
        ),
      },
    })),
  };
}
