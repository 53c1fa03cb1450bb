/** Where a page of the queue begins: at an execution, and a row of its log or after one of its open commands. */
export interface QueueCursor {
  readonly executionId: string;
  readonly from: { readonly row: number } | { readonly enterId: string; readonly place: number };
}

/** Undefined: no page gave such a text. */
export function readQueueCursor(text: string): QueueCursor | undefined {
  const [, executionId = '', enterId, place] = /^(\d{1,19})(?:\.(\d{1,20}))?\.(\d{1,12})$/.exec(text) ?? [];
  if (executionId === '') return undefined;
  const number = Number(place);
  return { executionId, from: enterId === undefined ? { row: number } : { enterId, place: number } };
}

export function queueCursorText({ executionId, from }: QueueCursor): string {
  return 'row' in from ? `${executionId}.${from.row}` : `${executionId}.${from.enterId}.${from.place}`;
}
