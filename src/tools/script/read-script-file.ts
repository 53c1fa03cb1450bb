import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';

/** Reads a file of a playbook's own, of so many bytes at most. */
export async function readScriptFile(path: string, baseDir: string, maxBytes: number): Promise<Buffer> {
  if (path.includes('\0')) throw new ConfigError('`script.uri` contains a NUL character');
  const file = await openFile(resolve(baseDir, path), path);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new ConfigError(`\`script.uri\`: ${path} is not a file`);
    return await readUpTo(file, maxBytes, path);
  } finally {
    await file.close();
  }
}

/** Without waiting: opening a pipe would wait for ever for somebody to write. */
async function openFile(full: string, path: string): Promise<FileHandle> {
  try {
    return await open(full, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ConfigError(`\`script.uri\`: there is no file ${full}`);
    if (code === 'EACCES') throw new ConfigError(`\`script.uri\`: ${path} may not be read`);
    throw error;
  }
}

/** The size a file claims may be wrong, so the bytes are counted. */
async function readUpTo(file: FileHandle, maxBytes: number, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.alloc(64 << 10);
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) return Buffer.concat(chunks);
    bytes += bytesRead;
    if (bytes > maxBytes) throw new ConfigError(`\`script.uri\`: ${path} is larger than ${maxBytes} bytes`);
    chunks.push(chunk.subarray(0, bytesRead));
  }
}
