import { Option } from 'commander';
import { stringify } from 'yaml';
import type { Console } from '../output/console.ts';
import type { ServerChoice } from '../remote/connect.ts';

export type OutputForm = 'table' | 'json' | 'yaml';

export interface InspectOptions extends ServerChoice {
  readonly dataDir: string;
  readonly output: OutputForm;
}

export const dataDirOption = (): Option =>
  new Option('--data-dir <dir>', 'where executions are recorded').default('.noetl');

export const outputOption = (): Option =>
  new Option('-o, --output <form>', 'how to print it').choices(['table', 'json', 'yaml']).default('table');

/** Prints data for people or for programs. */
export function print(console: Console, form: OutputForm, data: unknown, text: () => string): void {
  switch (form) {
    case 'table':
      return console.out(text());
    case 'json':
      return console.out(`${JSON.stringify(data, exact, 2)}\n`);
    case 'yaml':
      return console.out(asYaml(data));
  }
}

/** Prints one of many rows as it comes: a line of JSON, or an item of a YAML list. */
export function printRow(console: Console, form: OutputForm, row: unknown, text: () => string): void {
  switch (form) {
    case 'table':
      return console.out(text());
    case 'json':
      return console.out(`${JSON.stringify(row, exact)}\n`);
    case 'yaml':
      return console.out(asYaml([row]));
  }
}

/** Integers beyond 2^53 are written as text: readers of JSON would round them. */
export const exact = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

/** By way of JSON: views and records without prototypes become plain objects, and undefined fields go. */
const asYaml = (data: unknown): string =>
  stringify(JSON.parse(JSON.stringify(data, exact) ?? 'null'), {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
