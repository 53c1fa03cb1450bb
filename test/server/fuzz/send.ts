import { request } from 'node:http';
import { connect } from 'node:net';
import type { WireRequest } from './arbitrary-request.ts';

/** The status of the answer. Of a stream only its beginning is read. */
export function send(port: number, wire: WireRequest): Promise<number> {
  const { method, path } = wire;
  const body = method === 'HEAD' ? undefined : wire.body;
  // Node leaves it out for some methods, and the body would be taken for the next request.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...wire.headers, ...length };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, response => {
      const { statusCode = 0 } = response;
      if (String(response.headers['content-type']).startsWith('text/event-stream')) response.destroy();
      response.resume();
      response.on('close', () => resolve(statusCode));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Sends bytes that are no HTTP; resolves to the first line of what comes back. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''));
  });
}
