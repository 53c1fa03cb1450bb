/**
 * The views of 0004 to 0006 with what came later: claims of cursors are commands of their own, told apart by
 * the number of their frame, answers from outside are events, and a lost lease may be held again at once.
 */
export const claims = `
DROP VIEW event_legacy;
DROP VIEW queue;
DROP VIEW event;

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
  -- What was told in its sender's own words is shown under the name it gave.
  CASE type WHEN 'event.received' THEN event ->> '$.name' ELSE type END AS event_type,
  event ->> '$.step'                                               AS node_name,
  event ->> '$.run'                                                AS run,
  coalesce(event ->> '$.iteration', window_index, CASE WHEN is_settlement THEN settled ->> '$.index' END)
                                                                   AS iteration,
  event ->> '$.frame'                                              AS frame,
  (event ->> '$.commandId') || coalesce(':i' || window_index, '')  AS command_id,
  CASE
    WHEN type = 'step.exit' THEN event ->> '$.outcome.status'
    WHEN type IN ('event.received', 'report.received') THEN event ->> '$.status'
    WHEN type IN ('workflow_initialized', 'workflow_completed', 'playbook.completed', 'signal.received',
                  'callback.received', 'ctx.updated', 'next.evaluated', 'call.done', 'command.completed', 'iteration_completed',
                  'iterator_completed', 'loop.done', 'frame.committed') THEN 'COMPLETED'
    WHEN type IN ('workflow_failed', 'playbook.failed', 'playbook.timed_out', 'call.error', 'command.failed',
                  'iteration_failed', 'frame.failed') THEN 'FAILED'
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

CREATE VIEW queue AS
WITH change AS (
  SELECT
    execution_id, node_name, run, iteration, frame, command_id, attempt, seq, place, part, event_type,
    -- Of a lost lease that is held again: not the worker that lost it.
    coalesce(event ->> '$.owner', worker_id) AS worker_id,
    event ->> '$.maxAttempts' AS max_attempts,
    event ->> '$.availableAt' AS available_at,
    coalesce(error ->> '$.message', event ->> '$.reason') AS error,
    event_type IN ('command.completed', 'command.failed', 'command.cancelled', 'iteration_completed', 'iteration_failed')
      AS is_end,
    CASE event_type
      WHEN 'command.issued' THEN iif(worker_id IS NULL, 'queued', 'leased')
      WHEN 'command.claimed' THEN 'leased'
      WHEN 'command.started' THEN 'leased'
      WHEN 'action_retry' THEN 'retry'
      WHEN 'command.lease_expired' THEN iif(event ->> '$.owner' IS NULL, 'queued', 'leased')
      WHEN 'command.completed' THEN 'done'
      WHEN 'iteration_completed' THEN 'done'
      ELSE 'dead'
    END AS status
  FROM event
  WHERE event_type IN (
      'command.issued', 'command.claimed', 'command.started', 'command.lease_expired', 'command.completed',
      'command.failed', 'command.cancelled', 'iteration_completed', 'iteration_failed'
    )
    -- A task of a pipeline that is tried again stays within its lease.
    OR event_type = 'action_retry' AND event ->> '$.task' IS NULL
),
story AS (
  SELECT
    *,
    row_number() OVER ends AS place_in_story,
    lag(status) OVER earlier AS status_before,
    max(iif(event_type = 'action_retry', attempt, 0)) OVER earlier AS failures,
    first_value(command_id) OVER earlier AS first_command_id,
    first_value(max_attempts) OVER earlier AS first_max_attempts,
    lag(worker_id) OVER earlier AS worker_before
  FROM change
  WINDOW
    earlier AS (PARTITION BY execution_id, node_name, run, iteration, frame ORDER BY seq, place, part),
    ends AS (
      PARTITION BY execution_id, node_name, run, iteration, frame
      ORDER BY is_end DESC, iif(is_end, seq, -seq), iif(is_end, place, -place), iif(is_end, part, -part)
    )
)
SELECT
  story.execution_id,
  first_command_id AS command_id,
  node_name || coalesce('_claim_' || frame, '_iter_' || iteration, '') AS node_name,
  iif(is_cut_off, 'dead', story.status) AS status,
  CASE
    WHEN story.status = 'queued' THEN failures
    ELSE coalesce(attempt, failures + (story.status = 'leased' OR status_before = 'leased'))
  END AS attempts,
  first_max_attempts AS max_attempts,
  CASE WHEN story.status = 'retry' AND NOT is_cut_off THEN
    strftime('%Y-%m-%dT%H:%M:%fZ', available_at / 1000.0, 'unixepoch')
  END AS available_at,
  CASE WHEN story.status = 'leased' AND NOT is_cut_off THEN
    coalesce(worker_id, iif(status_before = 'leased', worker_before, NULL))
  END AS worker_id,
  CASE
    WHEN is_cut_off THEN 'the execution was cancelled'
    WHEN story.status IN ('dead', 'retry') THEN error
  END AS last_error
FROM (
  SELECT story.*, is_end = 0 AND execution_summary.status = 'CANCELLED' AS is_cut_off
  FROM story JOIN execution_summary USING (execution_id)
  WHERE place_in_story = 1
) AS story;

CREATE VIEW event_legacy AS
WITH told AS (
  SELECT
    *,
    node_name || coalesce('_iter_' || iteration, '') AS node,
    event_type IN ('command.started', 'command.completed', 'command.failed', 'iteration_completed', 'iteration_failed')
      OR event_type = 'action_retry' AND event ->> '$.task' IS NULL AS tells_start,
    event_type IN ('call.error', 'command.failed', 'iteration_failed')
      OR event_type = 'action_retry' AND event ->> '$.task' IS NULL AND error IS NOT NULL AS tells_error,
    max(event_type = 'step.enter' AND event -> '$.loop' IS NOT NULL)
      OVER (PARTITION BY execution_id, node_name, run) AS is_loop
  FROM event
  -- They knew no claims, only the rows that came of them.
  WHERE frame IS NULL
),
counted AS (
  SELECT
    *,
    -- Attempt 0: it was called off before anybody took it.
    tells_start AND attempt > 0 AND sum(tells_start) OVER attempt = 1 AS is_start,
    tells_error AND sum(tells_error) OVER attempt = 1 AS is_error
  FROM told
  -- One window: with several, SQLite would not take a filter on the execution to the index.
  WINDOW attempt AS (PARTITION BY execution_id, node, run, attempt ORDER BY seq, place, part)
),
word (said_by, word, legacy_type, legacy_status) AS (
  VALUES
    ('a start',              0, 'action_started',       'RUNNING'),
    ('an error',             1, 'action_error',         'FAILED'),
    ('playbook_started',     2, 'playbook_started',     'STARTED'),
    ('workflow_initialized', 2, 'workflow_initialized', 'COMPLETED'),
    ('an enter, no loop',    2, 'step_started',         'RUNNING'),
    ('step.skipped',         2, 'step_skipped',         'SKIPPED'),
    ('a retry',              2, 'action_retry',         'RUNNING'),
    ('command.completed',    2, 'action_completed',     'COMPLETED'),
    ('command.completed',    3, 'step_result',          'COMPLETED'),
    ('iteration_completed',  2, 'action_completed',     'COMPLETED'),
    ('iteration_completed',  3, 'step_result',          'COMPLETED'),
    ('command.failed',       2, 'action_failed',        'FAILED'),
    ('iteration_failed',     2, 'action_failed',        'FAILED'),
    ('command.cancelled',    2, 'action_cancelled',     'CANCELLED'),
    ('iterator_started',     2, 'iterator_started',     'RUNNING'),
    ('iterator_completed',   2, 'iterator_completed',   'COMPLETED'),
    ('an exit of a loop, COMPLETED', 2, 'action_completed', 'COMPLETED'),
    ('an exit of a loop, FAILED',    2, 'action_failed',    'FAILED'),
    ('an exit, COMPLETED',   3, 'step_completed',       'COMPLETED'),
    ('an exit, FAILED',      3, 'step_failed',          'FAILED'),
    ('playbook.completed',   2, 'execution_complete',   'COMPLETED'),
    ('playbook.failed',      2, 'execution_failed',     'FAILED'),
    ('playbook.cancelled',   2, 'execution_cancelled',  'CANCELLED')
),
said AS (
  SELECT * FROM counted JOIN word ON CASE said_by
    WHEN 'a start' THEN is_start
    WHEN 'an error' THEN is_error
    WHEN 'an enter, no loop' THEN event_type = 'step.enter' AND NOT is_loop
    WHEN 'a retry' THEN event_type = 'action_retry' AND tells_start
    WHEN 'an exit of a loop, COMPLETED' THEN event_type = 'step.exit' AND is_loop AND status = 'COMPLETED'
    WHEN 'an exit of a loop, FAILED' THEN event_type = 'step.exit' AND is_loop AND status = 'FAILED'
    WHEN 'an exit, COMPLETED' THEN event_type = 'step.exit' AND status = 'COMPLETED'
    WHEN 'an exit, FAILED' THEN event_type = 'step.exit' AND status = 'FAILED'
    ELSE event_type = said_by
  END
)
SELECT
  execution_id,
  (event ->> '$.id') || coalesce('.' || nullif(row_number() OVER (
    PARTITION BY execution_id, seq, place ORDER BY part, word
  ) - 1, 0), '') AS event_id,
  legacy_type AS event_type,
  CASE event_type
    WHEN 'playbook_started' THEN event ->> '$.path'
    WHEN 'workflow_initialized' THEN 'workflow'
    ELSE node
  END AS node_id,
  CASE event_type
    WHEN 'playbook_started' THEN event ->> '$.path'
    WHEN 'workflow_initialized' THEN 'workflow'
    -- They logged it under the name of its kind.
    WHEN 'iterator_started' THEN 'iterator'
    ELSE node
  END AS node_name,
  legacy_status AS status,
  CASE WHEN legacy_type IN ('action_started', 'action_error', 'action_retry', 'action_completed', 'action_failed')
    THEN attempt END AS attempt,
  CASE WHEN legacy_status = 'FAILED' OR legacy_type = 'action_retry' THEN error ->> '$.message' END AS error,
  created_at,
  event,
  seq,
  place,
  part,
  word
FROM said;
`;
