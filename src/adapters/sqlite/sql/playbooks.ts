export const KEEP_PLAYBOOK = `
INSERT INTO playbook (hash, source, text) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING`;

export const FIND_PLAYBOOK = `
SELECT CAST(source AS BLOB), CAST(text AS BLOB) FROM playbook WHERE hash = ?`;
