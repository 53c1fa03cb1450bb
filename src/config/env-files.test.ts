import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvFileProblem, readEnvFiles, withEnvFiles } from './env-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

describe('variables in files', () => {
  it('are added to those that are set, and replace none of them', () => {
    write('.env', '# of everybody\nexport TOKEN="a b"\nHOST=file\n');
    expect(withEnvFiles({ HOST: 'set', EMPTY: '' }, folder)).toEqual({
      HOST: 'set',
      EMPTY: '',
      TOKEN: 'a b',
    });
  });

  it('count in this order: local, of the environment, common, the others', () => {
    write('.env', 'A=1\nB=1\nC=1\nD=1');
    write('.env.common', 'A=2\nB=2\nC=2');
    write('.env.test', 'A=3\nB=3');
    write('.env.local', 'A=4');
    const { ENVIRONMENT: _, ...found } = withEnvFiles({ ENVIRONMENT: 'test' }, folder);
    expect(found).toEqual({ A: '4', B: '3', C: '2', D: '1' });
    expect(withEnvFiles({}, folder)).toEqual({ A: '4', B: '2', C: '2', D: '1' });
  });

  it('may say which environment it is, and are found again by whoever gets them', () => {
    write('.env', 'ENVIRONMENT=test\nA=1\nNOETL_ENV_FILE=missing.env');
    write('.env.test', 'A=3');
    const found = withEnvFiles({}, folder);
    expect(found).toEqual({ ENVIRONMENT: 'test', A: '3' });
    expect(readEnvFiles(found, folder).map(({ file }) => file)).toEqual(['.env.test', '.env']);
    expect(withEnvFiles({ ENVIRONMENT: '' }, folder)).toEqual({ ENVIRONMENT: '', A: '1' });
  });

  it('are read once of a file that counts in any case', () => {
    write('.env.local', 'A=4');
    expect(readEnvFiles({ ENVIRONMENT: 'local' }, folder)).toHaveLength(1);
  });

  it('come from the one file that is named, or from none', () => {
    write('.env', 'A=1');
    write('mine.env', 'B=2');
    expect(withEnvFiles({ NOETL_ENV_FILE: 'mine.env' }, folder)).toMatchObject({ B: '2' });
    expect(withEnvFiles({ NOETL_ENV_FILE: 'mine.env' }, folder).A).toBeUndefined();
    expect(readEnvFiles({ NOETL_ENV_FILE: '' }, folder)).toEqual([]);
  });

  it('are missed where a file is named that is not there', () => {
    const read = () => readEnvFiles({ NOETL_ENV_FILE: 'missing.env' }, folder);
    expect(read).toThrow(EnvFileProblem);
    expect(read).toThrow(/^the variables in missing\.env cannot be read: ENOENT.*NOETL_ENV_FILE/);
  });

  it('are no Python environment, and none of another folder', () => {
    mkdirSync(join(folder, '.env'));
    mkdirSync(join(folder, 'below'));
    write('.env.x', 'A=1');
    expect(readEnvFiles({ ENVIRONMENT: '/../.env.x' }, join(folder, 'below'))).toEqual([]);
    expect(readEnvFiles({}, folder)).toEqual([]);
  });
});
