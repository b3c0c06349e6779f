import { ApiError } from './api.ts'

/**
 * Whether there is nothing to show: it never came, or the server says that it is not, or no longer, for us. A failed
 * look for something newer takes nothing away, least of all a form that is being filled in.
 */
export function isMissing({ data, error }: { data?: unknown; error: unknown }): boolean {
  const isRefused = error instanceof ApiError && error.status < 500
  return Boolean(error) && (data === undefined || isRefused)
}
