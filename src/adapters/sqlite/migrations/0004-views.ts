/**
 * What people query. All of it is derived; nothing in noetl reads it.
 *
 * `event` shows one row per event, and one per iteration of an event that speaks of several: their ids are
 * the event's with the place behind a dot, as everywhere rows are shown. The filter on `execution_id`
 * reaches the index of `turn`.
 */
export const views = `
CREATE VIEW event AS
WITH part AS (
  SELECT
    turn.execution_id,
    turn.version,
    turn.seq,
    one.key                                   AS place,
    part.key                                  AS part,
    part.value                                AS settled,
    one.value                                 AS event,
    one.value ->> '$.type'                    AS type,
    one.value ->> '$.window.from' + part.key  AS window_index,
    json_array_length(one.value, '$.settled') > 0 AS is_settlement,
    turn.v
  FROM turn, json_each(turn.events) AS one, json_each(
    CASE
      WHEN json_array_length(one.value, '$.settled') > 0 THEN one.value -> '$.settled'
      -- As many elements as the window has iterations.
      WHEN one.value -> '$.window' IS NOT NULL THEN
        '[0' || replace(hex(zeroblob((one.value ->> '$.window.to') - (one.value ->> '$.window.from') - 1)), '00', ',0') || ']'
      ELSE '[0]'
    END
  ) AS part
)
SELECT
  execution_id,
  version,
  (event ->> '$.id') || CASE
    WHEN is_settlement AND json_array_length(event, '$.settled') > 1 THEN '.' || part
    WHEN window_index IS NOT NULL AND (event ->> '$.window.to') - (event ->> '$.window.from') > 1 THEN '.' || part
    ELSE ''
  END                                                              AS event_id,
  type                                                             AS event_type,
  event ->> '$.step'                                               AS node_name,
  event ->> '$.run'                                                AS run,
  coalesce(event ->> '$.iteration', window_index, CASE WHEN is_settlement THEN settled ->> '$.index' END)
                                                                   AS iteration,
  (event ->> '$.commandId') || coalesce(':i' || window_index, '')  AS command_id,
  CASE
    WHEN type = 'step.exit' THEN event ->> '$.outcome.status'
    WHEN type IN ('workflow_initialized', 'workflow_completed', 'playbook.completed', 'signal.received',
                  'ctx.updated', 'next.evaluated', 'call.done', 'command.completed', 'iteration_completed',
                  'iterator_completed', 'loop.done') THEN 'COMPLETED'
    WHEN type IN ('workflow_failed', 'playbook.failed', 'playbook.timed_out', 'call.error', 'command.failed',
                  'iteration_failed') THEN 'FAILED'
    WHEN type IN ('playbook.cancelled', 'command.cancelled') THEN 'CANCELLED'
    WHEN type IN ('command.issued', 'command.parked', 'action_retry', 'command.lease_expired') THEN 'PENDING'
    WHEN type IN ('step.skipped', 'command.late') THEN 'SKIPPED'
    WHEN type = 'playbook.paused' THEN 'PAUSED'
    ELSE 'RUNNING'
  END                                                              AS status,
  coalesce(event ->> '$.attempt', CASE WHEN is_settlement THEN settled ->> '$.attempt' END)
                                                                   AS attempt,
  coalesce(event ->> '$.worker', event ->> '$.owner')              AS worker_id,
  coalesce(event -> '$.result', event -> '$.outcome.result', CASE WHEN is_settlement THEN settled -> '$.result' END)
                                                                   AS result,
  coalesce(event -> '$.error', event -> '$.outcome.error', CASE WHEN is_settlement THEN settled -> '$.error' END)
                                                                   AS error,
  strftime('%Y-%m-%dT%H:%M:%fZ', (event ->> '$.at') / 1000.0, 'unixepoch') AS created_at,
  event,
  v,
  seq,
  place,
  part
FROM part;

CREATE VIEW execution AS
SELECT
  execution_id,
  path,
  hash,
  status,
  strftime('%Y-%m-%dT%H:%M:%fZ', started_at / 1000.0, 'unixepoch') AS started_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', ended_at / 1000.0, 'unixepoch')   AS ended_at,
  ended_at - started_at                                            AS duration_ms,
  parent_execution_id,
  (SELECT max(version) FROM turn WHERE turn.execution_id = execution_summary.execution_id)  AS version,
  (SELECT sum(n_events) FROM turn WHERE turn.execution_id = execution_summary.execution_id) AS events
FROM execution_summary;
`;
