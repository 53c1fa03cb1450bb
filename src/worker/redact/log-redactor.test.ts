import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../ports/clock.ts';
import { LogRedactor } from './log-redactor.ts';
import { Redactor } from './redactor.ts';
import { secretForms, withoutLineEnds } from './secret-forms.ts';

/** A clock of which the test fires the timers. */
class Timers implements Clock {
  readonly #due = new Set<() => void>();
  now = () => 7;
  at(_: number, callback: () => void) {
    this.#due.add(callback);
    return () => void this.#due.delete(callback);
  }
  after = (_: number, callback: () => void) => this.at(0, callback);
  fire() {
    for (const callback of this.#due) callback();
    this.#due.clear();
  }
}

function logOf(...secrets: string[]) {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.learn(secret);
  const lines: string[] = [];
  const timers = new Timers();
  const log = new LogRedactor(redactor, timers, 'stdout', written => {
    for (const { text } of written) lines.push(text);
  });
  return { log, lines, timers, redactor };
}

describe('the log of a command that knows secrets', () => {
  it('passes on what cannot be part of a secret at once', () => {
    const { log, lines } = logOf('hunter2!');
    log.print('all is well');
    expect(lines).toEqual(['all is well']);
  });

  it('masks a secret that is split over pieces', () => {
    const { log, lines } = logOf('hunter2!');
    log.print('it is hunt');
    expect(lines).toEqual([]);
    log.print('er2! indeed');
    expect(lines).toEqual(['it is ***', '*** indeed']);
  });

  it('shows what only began like a secret, in order', () => {
    const { log, lines } = logOf('hunter2!');
    log.print('the hunt');
    log.print('is over');
    expect(lines).toEqual(['the hunt', 'is over']);
  });

  it('masks every line of a secret of several lines', () => {
    const { log, lines } = logOf('first\nsecond\nend');
    for (const line of ['a', 'first', 'second', 'end', 'b']) log.print(line);
    expect(lines).toEqual(['a', '***', '***', '***', 'b']);
  });

  it('does not keep a line for ever because of its last letters', () => {
    const { log, lines, timers } = logOf('hunter2!');
    log.print('a hu');
    timers.fire();
    expect(lines).toEqual(['a hu']);
    log.print('nter2!');
    expect(lines).toEqual(['a hu', '***']);
  });

  it('waits for the rest of what has begun like a secret for long', () => {
    const { log, lines, timers } = logOf('hunter2!');
    log.print('a hunter');
    timers.fire();
    expect(lines).toEqual([]);
    log.end();
    expect(lines).toEqual(['a hunter']);
  });

  it('masks a secret that is learned while the log is open', () => {
    const { log, lines, redactor } = logOf('hunter2!');
    log.print('x hunt');
    redactor.learn('another one');
    log.print('er2! another one');
    expect(lines).toEqual(['x ***', '*** ***']);
  });

  it('lets nothing through, however it is cut, and changes nothing else', () => {
    const secret = fc.string({ minLength: 6, maxLength: 60 }).filter(text => text.trim().length >= 6);
    const cuts = fc.array(fc.nat(40), { maxLength: 40 });
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 40 }), fc.nat(30), cuts, (text, around, which, sizes) => {
        const forms = secretForms(text).filter(each => !each.includes('*'));
        const form = forms[which % Math.max(forms.length, 1)] ?? '';
        const { log, lines, timers } = logOf(text);
        for (const piece of piecesOf(`${around}${form}${around}`, sizes)) {
          log.print(piece);
          if (piece.length % 7 === 0) timers.fire();
        }
        log.end();
        const shown = withoutLineEnds(lines.join(''));
        for (const each of forms) expect(shown).not.toContain(each);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps lines without secrets as they were, however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b') })), pieces => {
        const { log, lines } = logOf('aabbaabbc', 'bbbbbbbc');
        for (const piece of pieces) log.print(piece);
        log.end();
        expect(lines).toEqual(pieces);
      }),
    );
  });
});

function piecesOf(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const size of sizes) {
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return [...pieces, text.slice(at)];
}
