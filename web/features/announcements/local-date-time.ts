// Converts between ISO timestamps and the values of <input type="datetime-local">, such as "2026-11-21T18:30".
// The value of a datetime-local input has no time zone. It is read in the time zone of this device.

/** Converts an ISO timestamp to the value of a datetime-local input; null becomes an empty value. */
export function formatLocalDateTime(timestamp: string | null): string {
  if (!timestamp) return ''
  const date = new Date(timestamp)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Converts the value of a datetime-local input to an ISO timestamp; undefined when empty or incomplete. */
export function parseLocalDateTime(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
