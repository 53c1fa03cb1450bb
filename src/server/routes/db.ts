import { databaseBody } from '../../api/database-body.ts';
import { notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';

export const dbHandlers: ChapterHandlers<'db'> = {
  'db.init': ({ services }) => look(services),
  'db.validate': ({ services }) => look(services),
};

/** By server: the look that is under way. All who ask meanwhile get its answer. */
const underWay = new WeakMap<ServerServices, Promise<ReturnType<typeof databaseBody>>>();

function look(services: ServerServices): Promise<ReturnType<typeof databaseBody>> {
  const { database } = services;
  if (!database) throw notFound('this server keeps everything in memory: there is no database');
  const looking =
    underWay.get(services) ??
    database
      .check()
      .then(files => databaseBody(database.directory, files))
      .finally(() => underWay.delete(services));
  underWay.set(services, looking);
  return looking;
}
