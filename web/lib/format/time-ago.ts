import { dateText } from '#texts/dates.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const year = 365.25 * day
const units = [
  ['year', year],
  ['month', year / 12],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/**
 * Formats the time since a timestamp, such as "2 jam lalu" (2 hours ago). Less than a minute ago, or a time
 * in the future, gives the text for "just now".
 */
export function formatTimeAgo(timestamp: string, now = Date.now()): string {
  const seconds = (now - Date.parse(timestamp)) / 1000
  const [unit, length] = units.find(([, minimum]) => seconds >= minimum) ?? []
  if (!unit) return dateText.justNow
  return dateText.ago[unit]({ count: Math.floor(seconds / length) })
}
