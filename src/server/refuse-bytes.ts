import type { Socket } from 'node:net';

const MEANINGS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'the address and headers are longer than 16 KiB',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
};

/** Answers, in the form of every error, what is no HTTP at all; then the connection ends. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  // An answer may be on its way already: a second one could not be told from it.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0)
    return void socket.destroy();
  const [line, message] = MEANINGS[error.code ?? ''] ?? ['400 Bad Request', 'the request is no proper HTTP'];
  const status = Number.parseInt(line, 10);
  const body = JSON.stringify({ error: message, detail: message, status, problems: [] });
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
