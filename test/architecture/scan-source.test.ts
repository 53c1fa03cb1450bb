import { describe, expect, it } from 'vitest';
import { scanSource } from './scan-source.ts';

const scan = (text: string) => scanSource('src/x.ts', text);
const imports = (text: string) => scan(text).imports.map(({ specifier }) => specifier);
const mentions = (text: string) => scan(text).mentions.map(({ name }) => name);

describe('imports', () => {
  it('are found in every form the language has', () => {
    expect(imports(`import a from 'a';\nimport type { B } from "b";\nimport 'c';`)).toEqual(['a', 'b', 'c']);
    expect(imports(`export * from 'a';\nexport { x } from 'b';\nexport type { Y } from 'c';`)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(imports(`const a = await import('a');\nconst b = require('b');\ntype C = import('c').C;`)).toEqual(
      ['a', 'b', 'c'],
    );
    expect(imports('const a = import(`a`);')).toEqual(['a']);
    expect(imports('import {\n  one,\n  two,\n} from "a";')).toEqual(['a']);
  });

  it('are not found in comments, strings, templates and regular expressions', () => {
    const text = [
      `// import a from 'a';`,
      `/* export * from 'b'; */`,
      `const c = "import c from 'c'";`,
      `const d = \`import('d') \${1} require('d')\`;`,
      `const e = /import('e')/;`,
      `const f = 8 / 2; // from 'f'`,
    ].join('\n');
    expect(imports(text)).toEqual([]);
  });

  it('are found inside the code of a template', () => {
    expect(imports(`const a = \`x \${await import('a')} y\`;`)).toEqual(['a']);
  });

  it('with a computed address are reported as such', () => {
    expect(imports('const a = await import(name);')).toEqual(['(computed)']);
  });

  it('carry the line they stand on', () => {
    expect(scan(`\n\nimport 'a';`).imports).toEqual([{ specifier: 'a', line: 3 }]);
  });
});

describe('mentions', () => {
  it('join an object and the member it is asked for', () => {
    expect(mentions('Date.now();')).toContain('Date.now');
    expect(mentions(`process['env'];`)).toContain('process.env');
    expect(mentions('process?.env;')).toContain('process.env');
    expect(mentions('const { env } = process;')).toContain('process.env');
  });

  it('tell a clock reading from the conversion of a given time', () => {
    expect(mentions('new Date();')).toContain('new Date()');
    expect(mentions('Date();')).toContain('Date()');
    expect(mentions('new Date(0);')).not.toContain('new Date()');
  });

  it('leave out keys, members and module names, which read nothing', () => {
    expect(mentions('const a = { process: 1 };')).not.toContain('process');
    expect(mentions('a.process();')).not.toContain('process');
    expect(mentions('class A { process() {} }')).not.toContain('process');
    expect(mentions(`export { a as process } from 'a';`)).not.toContain('process');
    expect(mentions('// process\nconst a = "process";')).toEqual(['a']);
  });

  it('see a name wherever it is read', () => {
    expect(mentions('f(process);')).toContain('process');
    expect(mentions('const a = { process };')).toContain('process');
    expect(mentions('const a = b ?? process;')).toContain('process');
    expect(mentions('a[process];')).toContain('process');
  });
});

it('counts lines as an editor does', () => {
  expect(scan('a;\nb;\n').lines).toBe(2);
  expect(scan('a;\nb;').lines).toBe(2);
});

it('refuses a file that it cannot parse', () => {
  expect(() => scan('const = 1;')).toThrow('src/x.ts cannot be parsed');
});
