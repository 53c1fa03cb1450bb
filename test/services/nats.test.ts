import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../support/services/describe-with.ts';
import { startNats } from '../support/services/start.ts';

async function firstLine(host: string, port: number): Promise<string> {
  const socket = connect(port, host);
  const [line] = await once(createInterface({ input: socket }), 'line');
  socket.destroy();
  return line;
}

describeWith('nats', 'a real NATS', () => {
  let nats: Awaited<ReturnType<typeof startNats>>;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.stop());

  it('greets a client with its INFO line and offers JetStream', async () => {
    const greeting = await firstLine(nats.host, nats.port);
    expect(greeting).toMatch(/^INFO /);
    expect(JSON.parse(greeting.slice('INFO '.length))).toMatchObject({ jetstream: true, port: nats.port });
  });

  it('runs beside another one, and refuses clients once it is stopped', async () => {
    const second = await startNats();
    expect(second.port).not.toBe(nats.port);
    await second.stop();
    await expect(firstLine(second.host, second.port)).rejects.toThrow('ECONNREFUSED');
  });
});
