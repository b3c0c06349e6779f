import { describe, expect, it } from 'vitest'
import { buildPaymentQrCode, type PayeeAccount } from './payment-qr.ts'

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

describe('buildPaymentQrCode', () => {
  it('buildPaymentQrCode builds an EPC code for euro accounts and an EMV merchant QR code for payment schemes', () => {
    expect(buildPaymentQrCode(bank, { amount: 1800, currency: 'EUR' }, 'BER26-00147-K4')?.text).toMatch(
      /^BCD\n002/,
    )
    expect(buildPaymentQrCode(duitNow, { amount: 1850, currency: 'MYR' }, 'KUL26-00001-AB')?.text).toContain(
      '540518.50',
    )
  })

  it('buildPaymentQrCode returns null when the currency of the charge is not that of the account', () => {
    expect(buildPaymentQrCode(bank, { amount: 1800, currency: 'MYR' }, 'A')).toBeNull()
    expect(buildPaymentQrCode(duitNow, { amount: 1800, currency: 'EUR' }, 'A')).toBeNull()
    expect(
      buildPaymentQrCode({ ...duitNow, currency: 'SGD' }, { amount: 1800, currency: 'SGD' }, 'A'),
    ).toBeNull()
  })

  it('buildPaymentQrCode returns null for IBAN accounts in other currencies and for other bank accounts', () => {
    expect(
      buildPaymentQrCode({ ...bank, currency: 'GBP' }, { amount: 1800, currency: 'GBP' }, 'A'),
    ).toBeNull()
    expect(
      buildPaymentQrCode({ ...bank, kind: 'account' }, { amount: 1800, currency: 'EUR' }, 'A'),
    ).toBeNull()
    expect(buildPaymentQrCode(bank, { amount: 0, currency: 'EUR' }, 'A')).toBeNull()
  })
})
