/** Reads every page, without comparing indexes with their tables: seconds for gigabytes. Five findings do. */
export const QUICK_CHECK = 'SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(5)';

export const LAST_MIGRATION = 'SELECT coalesce(max(number), 0) FROM migration';

export const TABLES = `
SELECT CAST(name AS BLOB) FROM sqlite_schema
WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
ORDER BY name`;
