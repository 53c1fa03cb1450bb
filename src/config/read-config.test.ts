import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';

describe('colour', () => {
  it('is left to the terminal when the environment says nothing', () => {
    expect(readConfig({}).colour).toBe('auto');
  });

  it('is off when NO_COLOR has any value, even against FORCE_COLOR', () => {
    expect(readConfig({ NO_COLOR: '0' }).colour).toBe('never');
    expect(readConfig({ NO_COLOR: '1', FORCE_COLOR: '1' }).colour).toBe('never');
  });

  it('is not switched off by an empty NO_COLOR', () => {
    expect(readConfig({ NO_COLOR: '' }).colour).toBe('auto');
  });

  it('is on when FORCE_COLOR is set, unless it is set to 0 or false', () => {
    expect(readConfig({ FORCE_COLOR: '' }).colour).toBe('always');
    expect(readConfig({ FORCE_COLOR: '3' }).colour).toBe('always');
    expect(readConfig({ FORCE_COLOR: '0' }).colour).toBe('never');
    expect(readConfig({ FORCE_COLOR: 'false' }).colour).toBe('never');
  });
});

describe('redrawing', () => {
  it('is allowed unless the terminal cannot or nobody watches', () => {
    expect(readConfig({ TERM: 'xterm-256color' }).mayRedraw).toBe(true);
    expect(readConfig({ CI: '' }).mayRedraw).toBe(true);
    expect(readConfig({ CI: 'false' }).mayRedraw).toBe(true);
    expect(readConfig({ TERM: 'dumb' }).mayRedraw).toBe(false);
    expect(readConfig({ TERM: 'xterm', CI: 'true' }).mayRedraw).toBe(false);
  });
});
