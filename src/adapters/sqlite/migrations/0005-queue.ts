/**
 * Every command that was ever issued, as the log tells its story: the same as `queueView` of the core.
 * What is done or dead stays so; otherwise the latest change decides.
 */
export const queue = `
CREATE VIEW queue AS
WITH change AS (
  SELECT
    execution_id, node_name, run, iteration, command_id, attempt, worker_id, seq, place, part, event_type,
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
      WHEN 'command.lease_expired' THEN 'queued'
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
    earlier AS (PARTITION BY execution_id, node_name, run, iteration ORDER BY seq, place, part),
    ends AS (
      PARTITION BY execution_id, node_name, run, iteration
      ORDER BY is_end DESC, iif(is_end, seq, -seq), iif(is_end, place, -place), iif(is_end, part, -part)
    )
)
SELECT
  story.execution_id,
  first_command_id AS command_id,
  node_name || coalesce('_iter_' || iteration, '') AS node_name,
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
`;
