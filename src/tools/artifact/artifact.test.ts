import { expect, test } from 'vitest';
import { dataOf, errorOf, runTool } from '../../../test/support/run-tool.ts';
import { mappingOf } from '../../common/plain-value.ts';
import { createArtifactTool } from './index.ts';

const URI = 'noetl://execution/1/result/a/0123';
const tool = createArtifactTool(async uri => (uri === URI ? [1, 2] : undefined));

test.each([
  ['a text', { result_ref: URI }],
  ['a reference', { result_ref: mappingOf([['ref', URI]]) }],
  ['a uri', { action: 'get', uri: URI }],
])('reads a stored result by %s', async (_, config) => {
  expect(dataOf(await runTool(tool, config))).toEqual({
    data: [1, 2],
    uri: URI,
    size_bytes: 5,
    compressed: false,
  });
});

test('takes the reference from the input, too', async () => {
  const input = mappingOf([['result_ref', URI]]);
  expect(dataOf(await runTool(tool, {}, { input })).data).toEqual([1, 2]);
});

test('says what is missing or wrong', async () => {
  expect(errorOf(await runTool(tool, {})).message).toContain('`result_ref` is missing');
  expect(errorOf(await runTool(tool, { action: 'put', uri: URI })).message).toContain('must be get');
  expect(errorOf(await runTool(tool, { uri: 's3://b/k' })).message).toContain('must begin with noetl://');
  expect(errorOf(await runTool(tool, { uri: 7 })).message).toContain('not a number');
  expect(errorOf(await runTool(tool, { uri: `${URI}4` }))).toMatchObject({
    code: 'REFERENCE_NOT_AVAILABLE',
    retryable: true,
  });
});
