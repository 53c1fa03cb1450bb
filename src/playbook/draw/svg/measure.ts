import type { PictureNode } from '../picture.ts';
import { columns } from '../words.ts';

// Names and conditions are set in a fixed-width font: their width is known without the reader's fonts.
export const NAME_SIZE = 13;
export const NOTE_SIZE = 11;
export const LABEL_SIZE = 10.5;
export const LABEL_HEIGHT = 18;
/** Advance of one column in parts of the font size; a little more than the widest common font has. */
const ADVANCE = 0.61;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Lines below the name. */
export function notesOf(node: PictureNode): readonly string[] {
  return [node.isFinal ? 'finally' : '', node.tools, node.each ?? '', node.note ?? ''].filter(
    note => note !== '',
  );
}

export function sizeOf(node: PictureNode): Size {
  if (node.shape === 'exit') return { width: 22, height: 22 };
  const status = node.status === undefined ? 0 : 2;
  const widths = [
    (columns(node.name) + status) * NAME_SIZE * ADVANCE,
    ...notesOf(node).map(note => columns(note) * NOTE_SIZE * ADVANCE),
  ];
  const padding = node.shape === 'router' ? 40 : 28;
  return {
    width: Math.round(Math.max(72, Math.max(...widths) + padding)),
    height: 34 + notesOf(node).length * 15,
  };
}

export function labelWidth(label: string): number {
  return Math.round(columns(label) * LABEL_SIZE * ADVANCE + 12);
}
