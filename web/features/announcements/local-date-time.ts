// Converts between ISO timestamps and the values of <input type="datetime-local">, such as "2026-11-21T18:30".
// The input has no time zone; its values are in the time zone of this device.

/** Converts a timestamp to an input value; null becomes an empty value. */
export function formatLocalDateTime(timestamp: string | null): string {
  if (!timestamp) return ''
  const date = new Date(timestamp)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Converts an input value to an ISO timestamp; undefined when the value is empty or incomplete. */
export function parseLocalDateTime(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
