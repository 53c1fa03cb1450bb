export type { JsonSchema } from './json-schema.ts';
export { PLAYBOOK_SCHEMA } from './playbook-schema.ts';
