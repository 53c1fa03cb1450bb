/** The routing of a playbook and nothing else: what the model of the routing rules and the tests speak of. */
export interface Sketch {
  readonly entry: string;
  readonly finalStep: string | undefined;
  readonly steps: readonly SketchStep[];
}

export interface SketchStep {
  readonly name: string;
  readonly kind: 'task' | 'router' | 'loop';
  readonly mode: 'exclusive' | 'inclusive';
  readonly onError: 'fail' | 'continue';
  readonly arcs: readonly SketchArc[];
}

export interface SketchArc {
  readonly to: string;
  /** Whether the arc has a condition. */
  readonly when: boolean;
  readonly on: 'success' | 'failure' | 'any';
}

const STEP = /^([\w-]+)(?::(router|loop))?(~)?(?: +(all|one)\[(.*)\])?$/;
const ARC = /^([\w-]+)(\??)(!?)$/;

/**
 * Reads the notation `start all[h p]; h one[w? j]; w~ one[h fix!]; p:loop; …`: `one` is exclusive, `all`
 * inclusive, `?` an arc with a condition, `!` a failure arc, `~` a step whose errors are tolerated. The
 * first step is the entry.
 */
export function parseSketch(text: string, options: { finalStep?: string } = {}): Sketch {
  const steps = text.split(';').map(part => parseStep(part.trim()));
  return { entry: steps[0]!.name, finalStep: options.finalStep, steps };
}

function parseStep(text: string): SketchStep {
  const match = STEP.exec(text);
  if (match === null) throw new Error(`not a step of a sketch: ${text}`);
  const [, name = '', kind = 'task', tolerant, mode, arcs = ''] = match;
  return {
    name,
    kind: kind as SketchStep['kind'],
    mode: mode === 'all' ? 'inclusive' : 'exclusive',
    onError: tolerant === undefined ? 'fail' : 'continue',
    arcs: arcs.split(/\s+/).filter(Boolean).map(parseArc),
  };
}

function parseArc(text: string): SketchArc {
  const match = ARC.exec(text);
  if (match === null) throw new Error(`not an arc of a sketch: ${text}`);
  return { to: match[1] ?? '', when: match[2] === '?', on: match[3] === '!' ? 'failure' : 'success' };
}

/** The notation of a sketch, to be read in the report of a failed test. */
export function showSketch({ steps, finalStep }: Sketch): string {
  const arc = ({ to, when, on }: SketchArc) => `${to}${when ? '?' : ''}${on === 'success' ? '' : '!'}`;
  const parts = steps.map(({ name, kind, mode, onError, arcs }) =>
    [
      `${name}${kind === 'task' ? '' : `:${kind}`}${onError === 'fail' ? '' : '~'}`,
      arcs.length === 0 ? '' : ` ${mode === 'inclusive' ? 'all' : 'one'}[${arcs.map(arc).join(' ')}]`,
    ].join(''),
  );
  return parts.join('; ') + (finalStep === undefined ? '' : ` (finally ${finalStep})`);
}
