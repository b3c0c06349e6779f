import { describe, expect, it } from 'vitest'
import { compareAmount, getVerdict, listMatchReasons } from './match-reasons.ts'

const charge = {
  chargeId: 7,
  planName: 'Yuran tahunan',
  amount: 2400,
  paid: 0,
  waived: 600,
  outstanding: 1800,
  dueOn: '2026-11-30',
  reference: 'BER26-00147-K4',
}
const slip = { chargeId: 7, currency: 'EUR', paidOn: '2026-11-15' } as const

describe('compareAmount', () => {
  it('tells exact, partial and excessive amounts apart', () => {
    expect([1800, 1799, 1801].map(amount => compareAmount(amount, 1800))).toEqual(['exact', 'part', 'over'])
  })
})

describe('listMatchReasons', () => {
  it('lists upload, amount and date for the charge of the slip', () => {
    const reasons = listMatchReasons(slip, charge, 1800)
    expect(reasons.map(({ label }) => label)).toEqual([
      'Dimuat naik untuk yuran ini',
      'Jumlah tepat',
      'Dibayar sebelum tarikh akhir',
    ])
  })

  it('states the difference of another amount and a late payment', () => {
    const reasons = listMatchReasons({ ...slip, chargeId: 8, paidOn: '2026-12-01' }, charge, 2000)
    expect(reasons.map(({ label }) => label)).toEqual(['Lebih €2.00', 'Dibayar selepas tarikh akhir'])
  })
})

describe('getVerdict', () => {
  it('warns of a repeated file before it compares amounts', () => {
    const row = { amount: 1800, outstanding: 1800, isRepeated: true }
    expect(getVerdict(row as Parameters<typeof getVerdict>[0]).tone).toBe('bad')
  })
})
