import { describe, expect, it } from 'vitest';
import { fillPath, queryText } from './fill-path.ts';

describe('the address of a request', () => {
  it('has its parameters in place, and nothing in them is taken for a part of the path', () => {
    expect(fillPath('/api/executions/:id/signals/:name', { id: '7', name: 'a/b c' })).toBe(
      '/api/executions/7/signals/a%2Fb%20c',
    );
    expect(fillPath('/api/catalog/*', { '*': 'shop/täglich' })).toBe('/api/catalog/shop/t%C3%A4glich');
  });

  it('is refused without a parameter it needs', () => {
    expect(() => fillPath('/api/executions/:id', {})).toThrow("/api/executions/:id needs the parameter 'id'");
  });

  it('leaves out what is not asked for', () => {
    expect(queryText({ status: 'FAILED', path: undefined, tag: ['a', 'b&c'] })).toBe(
      '?status=FAILED&tag=a&tag=b%26c',
    );
    expect(queryText({})).toBe('');
  });
});
