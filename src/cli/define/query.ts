import { Option } from 'commander';
import { type QueryOptions, queryCommand } from '../commands/query.ts';
import { dataDirOption } from '../inspect/output.ts';
import { ROW_FORMS } from '../output/row-form.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
SQL is one SELECT, WITH, VALUES or EXPLAIN in the words of SQLite; \`-\` reads it from standard input. What there is
to ask: the views \`execution\`, \`event\`, \`queue\` and \`event_legacy\`, and the tables below them
(\`SELECT name FROM sqlite_schema\`). Times are RFC 3339 in UTC; values inside events are JSON (\`result ->> '$.x'\`).

Nothing can be changed, secrets cannot be read, and another process may hold the data directory meanwhile.

Examples:
  noetl query "SELECT status, count(*) FROM execution GROUP BY status"
  noetl query "SELECT node_name, avg(attempts) FROM queue GROUP BY node_name" -o csv
  noetl query "SELECT event_type, created_at FROM event ORDER BY seq DESC" --limit 20
  noetl query "PRAGMA table_info(event)"
  noetl query - --remote < report.sql

Exit codes:
  0  answered
  2  the query is wrong, or asks for what it may not have`;

export const defineQuery: DefineCommand = (program, cli, exitWith) =>
  program
    .command('query')
    .summary('ask what is stored, in SQL')
    .description('Ask what is stored about executions and playbooks, in SQL.')
    .argument('<sql>', 'the query')
    .addOption(new Option('-o, --output <form>', 'how to print it').choices(ROW_FORMS).default('table'))
    .addOption(new Option('-f, --format <form>', 'the same').choices(ROW_FORMS).conflicts('output'))
    .option('--limit <count>', 'rows at most', '1000')
    .option('-s, --schema <name>', 'ignored: there are no schemas')
    .addOption(dataDirOption())
    .addHelpText('after', HELP)
    .action(async (sql: string, options: QueryOptions) => exitWith(await queryCommand(sql, options, cli)));
