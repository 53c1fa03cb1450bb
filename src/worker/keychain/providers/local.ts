import { isAbsolute, join } from 'node:path';
import { SecretError } from '../secret-error.ts';
import type { Provider } from './provider.ts';

/** A place is the name of a variable. */
export const env: Provider = {
  isKept: false,
  open:
    async ({ run }) =>
    async (what, name) => {
      const value = run.services.env(name);
      if (value !== undefined && value !== '') return value;
      throw new SecretError(`${what}: the environment variable ${name} is not set where this runs`);
    },
};

/** A place is a path; relative ones start at the folder of the playbook. A line end behind the secret is not part of it. */
export const file: Provider = {
  isKept: false,
  open:
    async ({ run: { services, command } }) =>
    async (what, place) => {
      const base = isAbsolute(place) ? undefined : await services.baseDirOf?.(command.executionId);
      const path = base === undefined ? place : join(base, place);
      try {
        return (await services.secrets!.readFile(path)).replace(/\r?\n$/, '');
      } catch (error) {
        const why = (error as NodeJS.ErrnoException).code ?? 'it failed';
        throw new SecretError(`${what}: the file ${path} cannot be read (${why})`, { cause: error });
      }
    },
};
