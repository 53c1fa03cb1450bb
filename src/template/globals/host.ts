import { defineFunction } from '../builtin.ts';
import { expectText } from '../value/expect.ts';

/** What only the caller of the template can answer; each is an error where the caller does not. */
export const uuid = defineFunction('uuid', [], (_args, runtime) => runtime.ask('uuid')());

export const env = defineFunction('env', ['name', 'default?'], ([name, otherwise], runtime) => {
  const value = runtime.ask('env')(expectText(name, "the name of 'env'"));
  return value === undefined ? otherwise : value;
});

export const token = defineFunction('token', ['credential'], ([credential], runtime) =>
  runtime.ask('token')(expectText(credential, "the credential of 'token'")),
);
