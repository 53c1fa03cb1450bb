export { type Formatted, formatPlaybook, isOlderSpelling } from './format-playbook.ts';
export { type PlaybookSource, type WorkbookStyle, writePlaybook } from './write-playbook.ts';
