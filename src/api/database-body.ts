import { type Static, Type } from '@sinclair/typebox';
import type { FileHealth } from '../ports/database-check.ts';
import { described, nullable } from './schemas/json.ts';

export const DatabaseBody = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('error')]),
  message: Type.String({ description: 'What is there, or what is wrong and what to do.' }),
  valid: Type.Boolean(),
  path: Type.String({ description: 'The folder of the files.' }),
  tables: Type.Array(Type.String()),
  missing: Type.Array(Type.String()),
  files: Type.Array(
    Type.Object({
      file: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      schema: described(nullable(Type.Integer({ minimum: 0 })), 'Null: it cannot be read.'),
      newest_schema: Type.Integer({ minimum: 0 }),
      damage: Type.Array(Type.String()),
    }),
  ),
});

export type DatabaseBody = Static<typeof DatabaseBody>;

/** What is said of the databases of a directory. */
export function databaseBody(path: string, files: readonly FileHealth[]): DatabaseBody {
  const wrong = files.flatMap(problemsOf);
  const valid = files.length > 0 && wrong.length === 0;
  const nothing = `${path} holds no database: \`noetl db init\` makes one`;
  return {
    status: valid ? 'ok' : 'error',
    message: valid ? files.map(wholeText).join('; ') : wrong.join('; ') || nothing,
    valid,
    path,
    tables: files.flatMap(({ tables }) => [...tables]),
    missing: files.flatMap(({ missing }) => [...missing]),
    files: files.map(({ file, bytes, schema = null, newestSchema, damage }) => ({
      file,
      bytes,
      schema,
      newest_schema: newestSchema,
      damage: [...damage],
    })),
  };
}

const wholeText = ({ file, schema, tables }: FileHealth): string =>
  `${file} is whole: schema ${schema}, ${tables.length} tables and views`;

/** The first that is wrong with a file explains the rest. */
function problemsOf({ file, schema, newestSchema, missing, damage }: FileHealth): readonly string[] {
  const [first] = damage;
  if (first !== undefined)
    return [`${file} is damaged (${first}): restore the data directory from a backup, or begin a new one`];
  if (schema !== undefined && schema > newestSchema)
    return [
      `${file} was written by a newer noetl (schema ${schema}, this one knows ${newestSchema}): update noetl`,
    ];
  if (schema !== newestSchema)
    return [
      `${file} has schema ${schema}, this noetl writes ${newestSchema}: \`noetl db init\` brings it there`,
    ];
  if (missing.length === 0) return [];
  return [
    `${file} lacks ${missing.join(', ')}: somebody changed it; restore the data directory from a backup`,
  ];
}
