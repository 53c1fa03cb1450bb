import type { TestProject } from 'vitest/node';
import { ensureServices } from './ensure-services.ts';
import { createRunFolder } from './run-folder.ts';
import { skipsFail } from './skips-fail.ts';
import { startTestHost } from './test-host.ts';
import { thisMachine } from './this-machine.ts';

/** Once per run: find or install what the suites need; servers start later, when a test file asks for one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await ensureServices(thisMachine(), {
    install: process.env.NOETL_TEST_INSTALL !== 'never',
    announce: line => console.log(line),
  });
  const run = await createRunFolder();
  const host = await startTestHost(services, run);
  project.provide('services', services);
  project.provide('skipsFail', skipsFail(process.env));
  project.provide('hostSocket', host.socket);
  return async () => {
    host.close();
    await run.remove();
  };
}
