import { ApiError, hasErrorStatus } from '#web/lib/http/api.ts'

/**
 * Whether a failed query has no data to show: none has ever arrived, or the server refused access with a 4xx status.
 * After other failures, the data stays on screen, so that a form being filled in is not lost.
 */
export function isQueryErrorShownInsteadOfData({ data, error }: { data?: unknown; error: unknown }): boolean {
  const isRefused = error instanceof ApiError && error.status < 500
  return Boolean(error) && (data === undefined || isRefused)
}

/** Whether the requested record does not exist: the id in the URL is malformed, or the server returned 404. */
export function isRecordNotFound({ error, isEnabled }: { error: unknown; isEnabled: boolean }): boolean {
  return !isEnabled || hasErrorStatus(error, 404)
}
