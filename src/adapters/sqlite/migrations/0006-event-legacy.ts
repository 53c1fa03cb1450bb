/**
 * The log in the words of the first engines, for the queries people have: the same rows as `legacyTrace`
 * of the core, without what those engines put into `context` and `result`.
 *
 * They logged the start and the error of every attempt; ours may leave both to be understood, so the first
 * event that speaks of an attempt's start, or of its error, stands for it.
 */
export const eventLegacy = `
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
