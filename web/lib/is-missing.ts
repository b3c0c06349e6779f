import { ApiError, hasStatus } from './api.ts'

/**
 * Whether there is nothing to show: it never came, or the server says that it is not, or no longer, for us. A failed
 * look for something newer takes nothing away, least of all a form that is being filled in.
 */
export function isMissing({ data, error }: { data?: unknown; error: unknown }): boolean {
  const isRefused = error instanceof ApiError && error.status < 500
  return Boolean(error) && (data === undefined || isRefused)
}

/** There is no such record, whether the address never was one or the server does not know it. */
export function isUnknown({ error, isEnabled }: { error: unknown; isEnabled: boolean }): boolean {
  return !isEnabled || hasStatus(error, 404)
}
