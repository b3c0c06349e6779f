import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies, getCurrencyDecimals } from './currencies.ts'
import { formatAmountAsDecimal, formatMoney, parseMoney, sumMoneyPerCurrency } from './money.ts'

describe('formatMoney', () => {
  it('formatMoney writes amounts with the number of decimals of their currency', () => {
    expect(formatMoney({ amount: 185050, currency: 'EUR' })).toBe('€1,850.50')
    expect(formatMoney({ amount: 2400, currency: 'MYR' })).toBe('RM24.00')
    expect(formatMoney({ amount: 2400, currency: 'JPY' })).toBe('¥2,400')
    expect(formatMoney({ amount: 2400, currency: 'JOD' })).toBe('JOD 2.400')
    expect(formatMoney({ amount: -5, currency: 'GBP' })).toBe('−£0.05')
  })
})

describe('parseMoney', () => {
  it('parseMoney parses amounts with decimal point, decimal comma and groups of thousands', () => {
    expect(parseMoney('18', 'EUR')).toBe(1800)
    expect(parseMoney(' 18,5 ', 'EUR')).toBe(1850)
    expect(parseMoney('1,850.00', 'EUR')).toBe(185000)
    expect(parseMoney('1,234,567', 'JPY')).toBe(1234567)
    expect(parseMoney('1.234', 'JOD')).toBe(1234)
  })

  it.each([
    ['1,850', 'EUR'],
    ['1,500', 'JOD'],
    ['18.005', 'EUR'],
    ['18.5', 'JPY'],
    ['-1', 'EUR'],
    ['1e3', 'EUR'],
    ['', 'EUR'],
    ['RM5', 'MYR'],
    ['1.2.3', 'EUR'],
    ['9999999999999', 'JOD'],
  ] as const)('parseMoney rejects “%s” in %s', (typed, currency) => {
    expect(parseMoney(typed, currency)).toBeUndefined()
  })

  it('parseMoney parses every amount that formatAmountAsDecimal writes, in every currency, to the same amount', () => {
    fc.assert(
      fc.property(fc.nat(9_000_000_000), fc.constantFrom(...currencies), (amount, currency) => {
        const written = formatAmountAsDecimal({ amount, currency })
        expect(written.split('.')[1]?.length ?? 0).toBe(getCurrencyDecimals(currency))
        expect(parseMoney(written, currency)).toBe(amount)
      }),
    )
  })
})

describe('sumMoneyPerCurrency', () => {
  it('sumMoneyPerCurrency returns one sum for each currency', () => {
    const sums = sumMoneyPerCurrency([
      { amount: 1, currency: 'JPY' },
      { amount: 1000, currency: 'JOD' },
      { amount: 2, currency: 'JPY' },
    ])
    expect(sums).toEqual([
      { amount: 3, currency: 'JPY' },
      { amount: 1000, currency: 'JOD' },
    ])
  })
})
