import { describe, expect, it } from 'vitest'
import type { Receipt } from '#shared/contracts/fees/fees.schemas.ts'
import { listReceiptLines } from './receipt-lines.ts'

const receipt = {
  currency: 'EUR',
  amount: 2000,
  credited: 200,
  items: [
    {
      planName: 'Yuran tahunan',
      period: '2026',
      reference: 'BER26-00147-K4',
      charged: 2900,
      reductions: [{ reason: 'Pelajar tahun akhir', amount: 600 }],
      paidBefore: 500,
      paid: 1800,
    },
  ],
} as unknown as Receipt

describe('listReceiptLines', () => {
  it('a receipt lists the fee, reductions, earlier payments, credit and the sum received', () => {
    expect(listReceiptLines(receipt).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Untuk: Yuran tahunan 2026',
      'Dikenakan: €29.00',
      'Pelajar tahun akhir: −€6.00',
      'Dibayar sebelum ini: −€5.00',
      'Dibayar dengan resit ini: €18.00',
      'Kredit untuk yuran seterusnya: €2.00',
      'Diterima: €20.00',
    ])
  })

  it('a receipt has no lines for credit and earlier payments if there were none', () => {
    const [item] = receipt.items
    const exact = {
      ...receipt,
      credited: 0,
      amount: 1800,
      items: item ? [{ ...item, paidBefore: 0, reductions: [] }] : [],
    }
    expect(listReceiptLines(exact)).toHaveLength(4)
  })
})
