import { showNumber } from './format.ts'

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

/** "2 jam lalu", as one would say it. A clock that is a little ahead does not lead into the future. */
export function showTimeAgo(moment: string, now = Date.now()): string {
  const seconds = (now - Date.parse(moment)) / 1000
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? []
  if (!unit) return 'sebentar tadi'
  return `${showNumber(Math.floor(seconds / length))} ${unit} lalu`
}
