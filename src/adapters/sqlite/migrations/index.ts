import { eventLog } from './0001-event-log.ts';
import { results } from './0002-results.ts';
import { playbooks } from './0003-playbooks.ts';
import { views } from './0004-views.ts';
import { queue } from './0005-queue.ts';
import { eventLegacy } from './0006-event-legacy.ts';
import { references } from './0007-references.ts';
import { snapshots } from './0008-snapshots.ts';
import { cache } from './0009-cache.ts';
import { executionCounts } from './0010-execution-counts.ts';
import { catalog } from './0011-catalog.ts';
import { eventRows } from './0012-event-rows.ts';
import { credentials } from './0013-credentials.ts';
import { bodies } from './0014-bodies.ts';
import { keychain } from './0016-keychain.ts';
import { turnKinds } from './0017-turn-kinds.ts';
import { claims } from './0018-claims.ts';
import { expiringResults } from './0019-expiring-results.ts';
import { listsByStart } from './0020-lists-by-start.ts';
import type { Migration } from './migration.ts';

/** In order. One that was released is never changed: its checksum is recorded in every database. */
export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'event-log', sql: eventLog },
  { number: 2, name: 'results', sql: results },
  { number: 3, name: 'playbooks', sql: playbooks },
  { number: 4, name: 'views', sql: views },
  { number: 5, name: 'queue', sql: queue },
  { number: 6, name: 'event-legacy', sql: eventLegacy },
  { number: 7, name: 'references', sql: references },
  { number: 8, name: 'snapshots', sql: snapshots },
  { number: 9, name: 'cache', sql: cache },
  { number: 10, name: 'execution-counts', sql: executionCounts },
  { number: 11, name: 'catalog', sql: catalog },
  { number: 12, name: 'event-rows', sql: eventRows },
  { number: 13, name: 'credentials', sql: credentials },
  { number: 14, name: 'bodies', sql: bodies },
  { number: 16, name: 'keychain', sql: keychain },
  { number: 17, name: 'turn-kinds', sql: turnKinds },
  { number: 18, name: 'claims', sql: claims },
  { number: 19, name: 'expiring-results', sql: expiringResults },
  { number: 20, name: 'lists-by-start', sql: listsByStart },
];
