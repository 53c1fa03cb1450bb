/** What executions are pinned to, by the content hash of the model. */
export const playbooks = `
CREATE TABLE playbook (
  hash   TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  text   TEXT NOT NULL
);
`;
