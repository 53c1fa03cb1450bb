import type { Cursor, Frame, Loop, LoopingStep } from '../../model.ts';
import { type Field, leaf } from '../tree.ts';
import { data, dataField, field, fields, filled, scalar } from './build.ts';
import { condition, count } from './expression.ts';
import type { Places } from './places.ts';

export function loopField(places: Places, step: LoopingStep): Field | undefined {
  const { loop } = step;
  const tree = fields('auto', [
    sourceField(places, loop),
    scalar(places, loop, 'iterator', 'iterator'),
    filled('spec', specTree(places, loop, step.onError)),
  ]);
  return field('loop', tree, places.ofValue(step, 'loop') ?? places.of(loop));
}

function sourceField(places: Places, loop: Loop): Field | undefined {
  const { source } = loop;
  const place = places.ofValue(loop, 'source');
  switch (source.kind) {
    case 'literal':
      return field('in', data(source.items, places), places.ofValue(source, 'items') ?? place);
    case 'template':
      return field('in', leaf(source.template), places.ofValue(source, 'template') ?? place);
    case 'cursor':
      return field('cursor', cursorTree(places, source.cursor), places.of(source.cursor) ?? place);
  }
}

const cursorTree = (places: Places, cursor: Cursor) =>
  fields('auto', [
    scalar(places, cursor, 'kind', 'kind'),
    dataField(places, cursor, 'auth', 'auth'),
    scalar(places, cursor, 'claim', 'claim'),
    dataField(places, cursor, 'options', 'options'),
  ]);

/** What a failed iteration means is by default what a failure of the step means. */
const specTree = (places: Places, loop: Loop, onError: Loop['onError']) =>
  fields('auto', [
    loop.mode.kind === 'parallel' ? field('mode', leaf('parallel'), places.ofValue(loop, 'mode')) : undefined,
    loop.mode.kind === 'parallel' ? count(places, loop.mode, 'maxInFlight', 'max_in_flight') : undefined,
    condition(places, loop, 'where', 'where'),
    field('order_by', loop.orderBy && leaf(loop.orderBy.template), places.ofValue(loop, 'orderBy')),
    count(places, loop, 'limit', 'limit'),
    count(places, loop, 'chunk', 'chunk'),
    scalar(places, loop, 'onError', 'on_error', onError),
    loop.source.kind === 'cursor' ? filled('frame', frameTree(places, loop.source.frame)) : undefined,
  ]);

export const FRAME_DEFAULTS: Frame = {
  maxRows: 1,
  maxTime: 30_000,
  maxBytes: 64 * 1024 * 1024,
  lease: 120_000,
  heartbeat: 30_000,
  rowConcurrency: 1,
  process: 'row',
  retryMode: 'whole_frame',
  maxAttempts: 3,
};

const frameTree = (places: Places, frame: Frame) =>
  fields('auto', [
    scalar(places, frame, 'maxRows', 'max_rows', FRAME_DEFAULTS.maxRows),
    seconds(places, frame, 'maxTime', 'max_seconds'),
    scalar(places, frame, 'maxBytes', 'max_bytes', FRAME_DEFAULTS.maxBytes),
    seconds(places, frame, 'lease', 'lease_seconds'),
    seconds(places, frame, 'heartbeat', 'heartbeat_seconds'),
    scalar(places, frame, 'rowConcurrency', 'row_concurrency', FRAME_DEFAULTS.rowConcurrency),
    scalar(places, frame, 'process', 'process', FRAME_DEFAULTS.process),
    scalar(places, frame, 'retryMode', 'retry_mode', FRAME_DEFAULTS.retryMode),
    scalar(places, frame, 'maxAttempts', 'max_attempts', FRAME_DEFAULTS.maxAttempts),
  ]);

function seconds(
  places: Places,
  frame: Frame,
  name: 'maxTime' | 'lease' | 'heartbeat',
  key: string,
): Field | undefined {
  if (frame[name] === FRAME_DEFAULTS[name]) return undefined;
  return field(key, leaf(frame[name] / 1000), places.ofValue(frame, name));
}
