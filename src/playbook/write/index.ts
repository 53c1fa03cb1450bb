export { type Formatted, formatPlaybook } from './format-playbook.ts';
export { type PlaybookSource, writePlaybook } from './write-playbook.ts';
