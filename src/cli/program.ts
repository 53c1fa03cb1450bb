import type { Command } from 'commander';
import { assembleProgram } from './assemble-program.ts';
import type { Cli } from './cli.ts';
import { defineCallback } from './define/callback.ts';
import { defineCancel } from './define/cancel.ts';
import { defineCatalog } from './define/catalog.ts';
import { defineCleanup } from './define/cleanup.ts';
import { defineComplete, defineCompletion } from './define/completion.ts';
import { defineContext } from './define/context.ts';
import { defineCredential } from './define/credential.ts';
import { defineDb } from './define/db.ts';
import type { DefineCommand } from './define/define-command.ts';
import { defineDiff } from './define/diff.ts';
import { defineDoctor } from './define/doctor.ts';
import { defineEvents } from './define/events.ts';
import { defineExecute } from './define/execute.ts';
import { defineExecutions } from './define/executions.ts';
import { defineExplain } from './define/explain.ts';
import { defineFmt } from './define/fmt.ts';
import { defineGraph } from './define/graph.ts';
import { defineHelp } from './define/help.ts';
import { defineInit } from './define/init.ts';
import { defineKeychain } from './define/keychain.ts';
import { defineLogs } from './define/logs.ts';
import { defineMigrate } from './define/migrate.ts';
import { definePause } from './define/pause.ts';
import { definePrune } from './define/prune.ts';
import { defineQuery } from './define/query.ts';
import { defineQueue } from './define/queue.ts';
import { defineRegister } from './define/register.ts';
import { defineReplay } from './define/replay.ts';
import { defineRerun } from './define/rerun.ts';
import { defineResume } from './define/resume.ts';
import { defineRun } from './define/run.ts';
import { defineSchema } from './define/schema.ts';
import { defineServer } from './define/server.ts';
import { defineSignal } from './define/signal.ts';
import { defineState } from './define/state.ts';
import { defineStatus } from './define/status.ts';
import { defineTest } from './define/test.ts';
import { defineValidate } from './define/validate.ts';
import { defineVars } from './define/vars.ts';
import { defineWorker } from './define/worker.ts';
import { defineWorkers } from './define/workers.ts';
import type { ExitCode } from './exit-code.ts';
import { withServerOptions } from './remote/server-options.ts';

/** In the order of the help, which has a heading for each group. */
const GROUPS: Readonly<Record<string, readonly DefineCommand[]>> = {
  'Write playbooks:': [
    defineInit,
    defineValidate,
    defineTest,
    withServerOptions(defineGraph),
    defineFmt,
    defineMigrate,
    defineSchema,
  ],
  'Run them:': [
    withServerOptions(defineRun),
    withServerOptions(defineRerun),
    withServerOptions(defineRegister),
    withServerOptions(defineCatalog),
  ],
  'Look at executions:': [
    withServerOptions(defineExecutions),
    withServerOptions(defineStatus),
    withServerOptions(defineExplain),
    withServerOptions(defineLogs),
    withServerOptions(defineEvents),
    withServerOptions(defineState),
    withServerOptions(defineDiff),
    withServerOptions(defineReplay),
    withServerOptions(defineVars),
    withServerOptions(defineQueue),
    withServerOptions(defineWorkers),
    withServerOptions(defineQuery),
  ],
  'Steer them:': [
    withServerOptions(definePause),
    withServerOptions(defineResume),
    withServerOptions(defineCancel),
    withServerOptions(defineSignal),
    withServerOptions(defineCallback),
  ],
  'Keep secrets:': [withServerOptions(defineCredential), withServerOptions(defineKeychain)],
  'Work with servers:': [defineServer, defineWorker, defineContext, withServerOptions(defineExecute)],
  'Look after it:': [
    defineDoctor,
    definePrune,
    withServerOptions(defineCleanup),
    withServerOptions(defineDb),
    defineCompletion,
    defineComplete,
    defineHelp,
  ],
};

const inGroup =
  (heading: string, define: DefineCommand): DefineCommand =>
  (program, cli, exitWith) =>
    define(program, cli, exitWith).helpGroup(heading);

const COMMANDS: readonly DefineCommand[] = Object.entries(GROUPS).flatMap(([heading, commands]) =>
  commands.map(define => inGroup(heading, define)),
);

/** The argument table: every command, option and argument the binary understands. */
export const createProgram = (cli: Cli, exitWith: (code: ExitCode) => void): Command =>
  assembleProgram(COMMANDS, cli, exitWith);
