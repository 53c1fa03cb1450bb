// Opens a data directory as somebody without privileges, and prints what came of it. Run by
// store-damage.test.ts, which may be run by root, whom the kernel refuses nothing.
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';

const NOBODY = 65_534;
if (process.getuid?.() === 0) process.seteuid?.(NOBODY);

const [directory = ''] = process.argv.slice(2);
try {
  await (await openDataDirectory(directory)).close();
  console.log('opened');
} catch (error) {
  console.log(error instanceof Error && 'code' in error ? `${error.code}\n${error.message}` : error);
}
