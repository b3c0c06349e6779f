import { planViewText as text } from '#texts/fees.ts'

/** Formats the period for which a fee is charged, such as "2026". A fee charged only once has no period. */
export function formatFeePeriod(period: string): string {
  const [year = '', number] = period.split('-')
  if (period === 'once') return text.once
  return number ? text.semesterOf({ number, year }) : year
}

/** Formats the name of a fee with its period, such as "Yuran tahunan 2026". */
export const formatFeeName = (planName: string, period: string) =>
  period === 'once' ? planName : `${planName} ${formatFeePeriod(period)}`
