import { describe, expect, it } from 'vitest'
import { buildPaymentQr, type PayeeAccount } from './payment-qr.ts'

const bank: PayeeAccount = {
  kind: 'iban',
  currency: 'EUR',
  holder: 'Kelab Berlin',
  accountNumber: 'DE02120300000000202051',
  bankCode: null,
  qrPayload: null,
}
const duitNow: PayeeAccount = {
  ...bank,
  kind: 'emvco',
  currency: 'MYR',
  accountNumber: null,
  qrPayload:
    '00020201021126410014A0000006150001010650166402091234567895204999953034585802MY5909QRCSDNBHD6005BANGI6304184A',
}

describe('buildPaymentQr', () => {
  it('buildPaymentQr builds an EPC code for euro accounts and a merchant code for payment schemes', () => {
    expect(buildPaymentQr(bank, { amount: 1800, currency: 'EUR' }, 'BER26-00147-K4')?.text).toMatch(
      /^BCD\n002/,
    )
    expect(buildPaymentQr(duitNow, { amount: 1850, currency: 'MYR' }, 'KUL26-00001-AB')?.text).toContain(
      '540518.50',
    )
  })

  it('buildPaymentQr returns null when the currency of the charge is not that of the account', () => {
    expect(buildPaymentQr(bank, { amount: 1800, currency: 'MYR' }, 'A')).toBeNull()
    expect(buildPaymentQr(duitNow, { amount: 1800, currency: 'EUR' }, 'A')).toBeNull()
    expect(buildPaymentQr({ ...duitNow, currency: 'SGD' }, { amount: 1800, currency: 'SGD' }, 'A')).toBeNull()
  })

  it('buildPaymentQr returns null for IBAN accounts in other currencies and for other bank accounts', () => {
    expect(buildPaymentQr({ ...bank, currency: 'GBP' }, { amount: 1800, currency: 'GBP' }, 'A')).toBeNull()
    expect(buildPaymentQr({ ...bank, kind: 'account' }, { amount: 1800, currency: 'EUR' }, 'A')).toBeNull()
    expect(buildPaymentQr(bank, { amount: 0, currency: 'EUR' }, 'A')).toBeNull()
  })
})
