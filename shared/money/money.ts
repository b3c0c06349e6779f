// Amounts of money are whole numbers of minor units (sen, cents) with a currency.
// Calculations with money never use fractions of minor units such as cents.
import { type Currency, getCurrencyDecimals } from './currencies.ts'

export interface Money {
  /** Amount in minor units, such as cents, of the currency. */
  amount: number
  currency: Currency
}

const symbols: Partial<Record<Currency, string>> = {
  MYR: 'RM',
  GBP: '£',
  EUR: '€',
  USD: 'US$',
  AUD: 'A$',
  SGD: 'S$',
  CAD: 'C$',
  NZD: 'NZ$',
  HKD: 'HK$',
  BND: 'B$',
  JPY: '¥',
  KRW: '₩',
  IDR: 'Rp',
  INR: '₹',
  THB: '฿',
  PHP: '₱',
  VND: '₫',
}

/** Writes an amount of minor units as a decimal number without currency symbol or grouping: 1850 in EUR is 18.50. */
export function formatAmountAsDecimal({ amount, currency }: Money): string {
  const decimals = getCurrencyDecimals(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${amount < 0 ? '-' : ''}${whole}${part}`
}

/** Formats an amount for readers, such as €1,850.00 or −€5.00. Malay and English use the same format. */
export function formatMoney({ amount, currency }: Money): string {
  const [whole = '', part] = formatAmountAsDecimal({ amount: Math.abs(amount), currency }).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const symbol = symbols[currency] ?? `${currency} `
  return `${amount < 0 ? '−' : ''}${symbol}${grouped}${part === undefined ? '' : `.${part}`}`
}

const grouped = /^\d{1,3}(,\d{3})+$/

/** Splits a typed amount at its decimal mark, which is a point, or a comma that cannot separate thousands. */
function splitAtDecimalMark(typed: string): [whole: string, part: string] | undefined {
  const [whole = '', part = '', ...rest] = typed.split('.')
  if (rest.length > 0) return undefined
  if (typed.includes('.')) return grouped.test(whole) ? [whole.replaceAll(',', ''), part] : [whole, part]
  const [beforeComma = '', afterComma, ...more] = typed.split(',')
  if (afterComma === undefined) return [beforeComma, '']
  if (more.length > 0) return grouped.test(typed) ? [typed.replaceAll(',', ''), ''] : undefined
  return [beforeComma, afterComma]
}

/**
 * Parses a typed amount, such as 18, 18.50, 18,50 or 1,850.00, to minor units. Returns undefined when the text is no
 * amount in the currency. A comma before three digits may separate thousands or decimals, so such a text is accepted
 * only if a point or a second comma shows which of the two it is.
 */
export function parseMoney(typed: string, currency: Currency): number | undefined {
  const decimals = getCurrencyDecimals(currency)
  const parts = splitAtDecimalMark(typed.trim())
  if (!parts) return undefined
  const [whole, part] = parts
  if (!/^\d{1,12}$/.test(whole) || !/^\d*$/.test(part) || part.length > decimals) return undefined
  if (typed.includes(',') && !typed.includes('.') && part.length === 3) return undefined
  const amount = Number(`${whole}${part.padEnd(decimals, '0')}`)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** Adds up amounts for each currency. Amounts of different currencies are never added. */
export function sumMoneyPerCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<Currency, number>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ amount, currency }))
}
