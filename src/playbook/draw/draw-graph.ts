import { assertNever } from '../../common/assert-never.ts';
import type { Graph } from '../graph-types.ts';
import type { Playbook } from '../model.ts';
import { drawDot } from './draw-dot.ts';
import { drawMermaid } from './draw-mermaid.ts';
import type { DrawOptions, GraphFormat } from './draw-options.ts';
import { drawText } from './draw-text.ts';
import { pictureOf } from './picture.ts';
import { drawSvg } from './svg/draw-svg.ts';

export type { DrawnStatus, DrawOptions, GraphFormat, TextStyle } from './draw-options.ts';
export { GRAPH_FORMATS } from './draw-options.ts';

/** Draws the routing of a playbook; ends with a line break. Whatever a step is called, the result is well-formed. */
export function drawGraph(
  playbook: Playbook,
  graph: Graph,
  format: GraphFormat,
  options: DrawOptions = {},
): string {
  const picture = pictureOf(playbook, graph, options);
  switch (format) {
    case 'text':
      return drawText(picture, graph, options);
    case 'mermaid':
      return drawMermaid(picture);
    case 'dot':
      return drawDot(picture);
    case 'svg':
      return drawSvg(picture, graph, options);
    default:
      return assertNever(format, 'graph format');
  }
}
