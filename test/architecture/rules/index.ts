import type { Rule } from '../rule.ts';
import { adaptersOnlyFromCompose } from './adapters-only-from-compose.ts';
import { environmentOnlyInConfig } from './environment-only-in-config.ts';
import { importDirection } from './import-direction.ts';
import { namedForTheirDuty } from './named-for-their-duty.ts';
import { pureCode } from './pure-code.ts';
import { pureImports } from './pure-imports.ts';
import { smallFiles } from './small-files.ts';

export const RULES: readonly Rule[] = [
  importDirection,
  adaptersOnlyFromCompose,
  pureImports,
  pureCode,
  environmentOnlyInConfig,
  smallFiles,
  namedForTheirDuty,
];
