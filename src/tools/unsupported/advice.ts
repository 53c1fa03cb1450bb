/** Kinds that playbooks in the wild use and no tool implements, with what to write instead. */
export const ADVICE: Readonly<Record<string, string>> = {
  snowflake: "use `kind: http` with Snowflake's SQL API, or `kind: python` with its connector",
  snowflake_transfer: 'use `kind: python` with the connector of Snowflake',
  rhai: 'use `kind: javascript`',
  wasm: 'use `kind: javascript` or `kind: python`',
  gateway: "use `kind: http` with the gateway's address",
  agent: "use `kind: python` with the agent's library, or `kind: playbook`",
  provider: "use `kind: shell` with the provider's command line",
  subscription: 'use `kind: nats` with `operation: js_consume`, or `kind: python`',
  secrets: 'declare the secret under `keychain:` and read `{{ keychain.<name>.<field> }}`',
  gcs: 'use `kind: shell` with `gcloud storage cp`, or `kind: python`',
  container: 'use `kind: shell` with `docker run --rm`',
  script: 'use `kind: python` with `script:`',
  ducklake: "use `kind: duckdb` and attach the lake with DuckDB's `ATTACH 'ducklake:…'`",
  playbooks: 'use `kind: playbook` in a step with `loop:`',
  task_sequence: 'write the tasks as a list under `tool:`',
  mcp: "use `kind: http` and post JSON-RPC to the server's address",
};
