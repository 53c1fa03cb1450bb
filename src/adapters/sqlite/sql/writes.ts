import { INSERT_CACHED, INSERT_CACHED_CHUNK, REMOVE_CACHED, REMOVE_EXPIRED } from './cache.ts';
import {
  ARCHIVE_IF_USED,
  DELETE_IF_UNUSED,
  INSERT_CALL,
  INSERT_ENTRY,
  NEXT_VERSION,
  RESTORE,
} from './catalog.ts';
import { APPEND_TURN, INSERT_SUMMARY, UPDATE_SUMMARY } from './event-log.ts';
import { KEEP_PLAYBOOK } from './playbooks.ts';
import { MARK_FAMILY, REMOVE_MARKED } from './removal.ts';
import { INSERT_CHUNK, INSERT_RESULT } from './results.ts';
import { SAVE_SNAPSHOT, THIN_SNAPSHOTS } from './snapshots.ts';

/** Everything that is written to the main database. */
export const WRITES: readonly string[] = [
  APPEND_TURN,
  INSERT_SUMMARY,
  UPDATE_SUMMARY,
  INSERT_RESULT,
  INSERT_CHUNK,
  KEEP_PLAYBOOK,
  SAVE_SNAPSHOT,
  THIN_SNAPSHOTS,
  MARK_FAMILY,
  ...REMOVE_MARKED,
  REMOVE_EXPIRED,
  REMOVE_CACHED,
  INSERT_CACHED,
  INSERT_CACHED_CHUNK,
  NEXT_VERSION,
  INSERT_ENTRY,
  INSERT_CALL,
  ARCHIVE_IF_USED,
  DELETE_IF_UNUSED,
  RESTORE,
];
