import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { ScreenPainter } from './screen-painter.ts';
import type { Terminal } from './terminal.ts';

class FakeTerminal implements Terminal {
  columns: number;
  rows: number;
  screen: VirtualTerminal;
  written = '';
  #resized: (() => void) | undefined;
  restore: (() => void) | undefined;
  redraw: (() => void) | undefined;

  constructor(columns = 20, rows = 6) {
    this.columns = columns;
    this.rows = rows;
    this.screen = new VirtualTerminal(columns, rows);
  }

  write(text: string): void {
    this.written += text;
    // As the system's terminal driver does.
    this.screen.write(text.replaceAll('\n', '\r\n'));
  }

  onResize(callback: () => void): () => void {
    this.#resized = callback;
    return () => {
      this.#resized = undefined;
    };
  }

  hold(restore: () => void, redraw: () => void): () => void {
    Object.assign(this, { restore, redraw });
    return () => Object.assign(this, { restore: undefined, redraw: undefined });
  }

  resize(columns: number): void {
    this.columns = columns;
    this.#resized?.();
  }
}

function opened(before = '$ noetl run\n') {
  const terminal = new FakeTerminal();
  terminal.write(before);
  return { terminal, painter: new ScreenPainter(terminal) };
}

describe('the painter', () => {
  it('replaces a block by the next one, longer or shorter', () => {
    const { terminal, painter } = opened();
    painter.draw(['one', 'two']);
    painter.draw(['one', 'zwei', 'three']);
    expect(terminal.screen.screen).toEqual(['$ noetl run', 'one', 'zwei', 'three']);
    painter.draw(['uno']);
    expect(terminal.screen.screen).toEqual(['$ noetl run', 'uno']);
  });

  it('writes only what changed, and nothing if nothing did', () => {
    const { terminal, painter } = opened();
    painter.draw(['a long first line', 'two']);
    terminal.written = '';
    painter.draw(['a long first line', 'zwei']);
    expect(terminal.written).not.toContain('long');
    terminal.written = '';
    painter.draw(['a long first line', 'zwei']);
    expect(terminal.written).toBe('');
  });

  it('scrolls what stood above, and never loses it', () => {
    const { terminal, painter } = opened('1\n2\n3\n4\n5\n');
    painter.draw(['a', 'b']);
    painter.draw(['a', 'b', 'c', 'd']);
    expect(terminal.screen.everything).toEqual(['1', '2', '3', '4', '5', 'a', 'b', 'c', 'd']);
  });

  it('hides the cursor while it draws and gives it back with the last block, however long that is', () => {
    const { terminal, painter } = opened();
    painter.draw(['working']);
    expect(terminal.screen).toMatchObject({ isCursorVisible: false, doesWrap: false });
    painter.finish(['1', '2', '3', '4', '5', '6', '7', '8']);
    terminal.write('after');
    expect(terminal.screen).toMatchObject({ isCursorVisible: true, doesWrap: true });
    expect(terminal.screen.everything).toEqual([
      '$ noetl run',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      'after',
    ]);
    expect(terminal.restore).toBeUndefined();
  });

  it('gives the cursor back when the process ends or is suspended, and goes on below after that', () => {
    const { terminal, painter } = opened();
    painter.draw(['one', 'two']);
    terminal.restore?.();
    expect(terminal.screen).toMatchObject({ isCursorVisible: true, doesWrap: true });
    terminal.write('[1]+ Stopped\n$ fg\n');
    terminal.redraw?.();
    painter.draw(['one', 'three']);
    expect(terminal.screen.isCursorVisible).toBe(false);
    expect(terminal.screen.everything).toEqual([
      '$ noetl run',
      'one',
      'two',
      '[1]+ Stopped',
      '$ fg',
      'one',
      'three',
    ]);
  });

  it('repairs what others wrote over it', () => {
    const { terminal, painter } = opened();
    painter.draw(['one', 'two']);
    terminal.write('^C');
    painter.distrust();
    painter.draw(['one', 'two']);
    expect(terminal.screen.screen).toEqual(['$ noetl run', 'one', 'two']);
  });

  it('draws anew after a change of size, also where the terminal wrapped the block', () => {
    const { terminal, painter } = opened();
    painter.draw(['0123456789abcdef', 'two']);
    // What a terminal of ten columns makes of it.
    terminal.screen = new VirtualTerminal(10, 6);
    terminal.screen.write('$ noetl ru\r\nn\r\n0123456789\r\nabcdef\r\ntwo\r');
    terminal.resize(10);
    painter.draw(['0123', 'two']);
    expect(terminal.screen.screen).toEqual(['$ noetl ru', 'n', '0123', 'two']);
  });

  it('always ends up with the last block on the screen', () => {
    const line = fc.constantFrom('a', 'bb', '東京', 'e\u0301', '', 'a line of 20 columns');
    const blocks = fc.array(fc.array(line, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(blocks, fc.nat(8), (drawn, above) => {
        const { terminal, painter } = opened('x\n'.repeat(above));
        for (const block of drawn) painter.draw(block);
        const last = [...drawn.at(-1)!];
        while (last.at(-1) === '') last.pop();
        const shown = terminal.screen.everything;
        expect(shown.slice(0, above)).toEqual(Array(above).fill('x'));
        expect(shown.slice(above)).toEqual(last);
        expect(terminal.screen.unknown).toEqual([]);
      }),
    );
  });
});
