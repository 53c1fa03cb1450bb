/**
 * The entry of the package. The engine's programming interface joins the version here when it exists;
 * templates and playbooks have entries of their own: `noetl/template`, `noetl/playbook`.
 */
export { VERSION as version } from './common/version.ts';
