import { describe, expect, it } from 'vitest'
import { compareTransferWithCharge, getTransferSlipBadge, listChargeMatchReasons } from './match-reasons.ts'

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

describe('compareTransferWithCharge', () => {
  it('compareTransferWithCharge returns whether a payment is equal to, less than or more than the fee that the member owes', () => {
    expect([1800, 1799, 1801].map(amount => compareTransferWithCharge(amount, 1800))).toEqual([
      'exact',
      'part',
      'over',
    ])
  })
})

describe('listChargeMatchReasons', () => {
  it('listChargeMatchReasons lists upload for this fee, exact amount and timely payment as reasons that a payment slip pays the fee', () => {
    const reasons = listChargeMatchReasons(slip, charge, 1800)
    expect(reasons.map(({ label }) => label)).toEqual([
      'Dimuat naik untuk yuran ini',
      'Jumlah tepat',
      'Dibayar dalam tempoh',
    ])
  })

  it('listChargeMatchReasons states by how much the payment exceeds the fee that the member owes, and that the payment was late', () => {
    const reasons = listChargeMatchReasons({ ...slip, chargeId: 8, paidOn: '2026-12-01' }, charge, 2000)
    expect(reasons.map(({ label }) => label)).toEqual(['Lebih €2.00', 'Dibayar selepas tarikh akhir'])
  })
})

describe('getTransferSlipBadge', () => {
  it('getTransferSlipBadge warns that the file was uploaded before, even if the amount on the slip equals the amount owed', () => {
    const row = { amount: 1800, outstanding: 1800, isRepeated: true }
    expect(getTransferSlipBadge(row as Parameters<typeof getTransferSlipBadge>[0]).tone).toBe('bad')
  })
})
