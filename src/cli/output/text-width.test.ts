import { describe, expect, it } from 'vitest';
import { cutToWidth, padToWidth, textWidth } from './text-width.ts';

describe('the width of a text', () => {
  it.each([
    ['plain', 5],
    ['', 0],
    ['东京', 4],
    ['e\u0301', 1],
    ['한글', 4],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['❤\ufe0f', 2],
    ['▕██▏', 4],
    ['✓ ünï', 5],
    ['\u200b', 0],
  ])('of %j is %i cells', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('is kept when a text is cut, and no character is halved', () => {
    expect(cutToWidth('exactly', 7)).toBe('exactly');
    expect(cutToWidth('too long', 5)).toBe('too …');
    expect(cutToWidth('东京都', 4)).toBe('东…');
    expect(cutToWidth('👍🏽👍🏽👍🏽', 5)).toBe('👍🏽👍🏽…');
    expect(cutToWidth('anything', 0)).toBe('');
  });

  it('is filled with blanks', () => {
    expect(padToWidth('东', 4)).toBe('东  ');
    expect(padToWidth('long', 2)).toBe('long');
  });
});
