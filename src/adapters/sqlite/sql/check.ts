/** Reads every page, without comparing indexes with their tables: seconds for gigabytes. Five findings do. */
export const QUICK_CHECK = 'SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(5)';

export const LAST_MIGRATION = 'SELECT coalesce(max(number), 0) FROM migration';
