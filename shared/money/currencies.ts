/** ISO 4217 currencies without decimals, and those with three decimals. All other listed currencies have two. */
const withoutDecimals = ['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'UGX', 'XAF', 'XOF', 'PYG', 'RWF'] as const
const withThreeDecimals = ['JOD', 'KWD', 'BHD', 'OMR', 'TND', 'IQD', 'LYD'] as const
// Currencies in which fees are charged most often. Selection lists show them first.
const withTwoDecimals = [
  'MYR',
  'GBP',
  'EUR',
  'USD',
  'AUD',
  'SGD',
  'IDR',
  'CAD',
  'NZD',
  'CNY',
  'AED',
  'BDT',
  'BND',
  'BRL',
  'CHF',
  'CZK',
  'DKK',
  'EGP',
  'HKD',
  'HUF',
  'INR',
  'KZT',
  'LKR',
  'MAD',
  'MXN',
  'NGN',
  'NOK',
  'PHP',
  'PKR',
  'PLN',
  'QAR',
  'RON',
  'RUB',
  'SAR',
  'SEK',
  'THB',
  'TRY',
  'TWD',
  'UAH',
  'ZAR',
] as const

/** Currencies in which fees can be charged. */
export const currencies = [...withTwoDecimals, ...withoutDecimals, ...withThreeDecimals] as const
export type Currency = (typeof currencies)[number]

/** Returns the number of decimals that ISO 4217 defines for a currency. */
export function getCurrencyDecimals(currency: Currency): 0 | 2 | 3 {
  if (withoutDecimals.some(code => code === currency)) return 0
  return withThreeDecimals.some(code => code === currency) ? 3 : 2
}
