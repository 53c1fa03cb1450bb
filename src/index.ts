/** `noetl`: run playbooks from a program of your own. */
export { VERSION as version } from './common/version.ts';
export { type Local, type LocalOptions, openLocal } from './compose/local.ts';
export { load } from './playbook/index.ts';
