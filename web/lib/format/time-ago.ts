import { formatNumber } from './format.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const year = 365.25 * day
const units = [
  ['tahun', year],
  ['bulan', year / 12],
  ['hari', day],
  ['jam', hour],
  ['minit', minute],
] as const

/** Formats the time since a timestamp: "2 jam lalu". Timestamps slightly in the future count as just now. */
export function formatTimeAgo(timestamp: string, now = Date.now()): string {
  const seconds = (now - Date.parse(timestamp)) / 1000
  const [unit, length] = units.find(([, minimum]) => seconds >= minimum) ?? []
  if (!unit) return 'sebentar tadi'
  return `${formatNumber(Math.floor(seconds / length))} ${unit} lalu`
}
