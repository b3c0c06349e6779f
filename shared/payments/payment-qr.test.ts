import { describe, expect, it } from 'vitest'
import { buildPaymentQrCodeContent, type PayeeAccount } from './payment-qr.ts'

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

describe('buildPaymentQrCodeContent', () => {
  it('buildPaymentQrCodeContent builds an EPC code for euro accounts and an EMV merchant QR code for payment schemes', () => {
    expect(
      buildPaymentQrCodeContent(bank, { amount: 1800, currency: 'EUR' }, 'BER26-00147-K4')?.text,
    ).toMatch(/^BCD\n002/)
    expect(
      buildPaymentQrCodeContent(duitNow, { amount: 1850, currency: 'MYR' }, 'KUL26-00001-AB')?.text,
    ).toContain('540518.50')
  })

  it('buildPaymentQrCodeContent returns null when the currency of the charge is not that of the account', () => {
    expect(buildPaymentQrCodeContent(bank, { amount: 1800, currency: 'MYR' }, 'A')).toBeNull()
    expect(buildPaymentQrCodeContent(duitNow, { amount: 1800, currency: 'EUR' }, 'A')).toBeNull()
    expect(
      buildPaymentQrCodeContent({ ...duitNow, currency: 'SGD' }, { amount: 1800, currency: 'SGD' }, 'A'),
    ).toBeNull()
  })

  it('buildPaymentQrCodeContent returns null for IBAN accounts in other currencies and for other bank accounts', () => {
    expect(
      buildPaymentQrCodeContent({ ...bank, currency: 'GBP' }, { amount: 1800, currency: 'GBP' }, 'A'),
    ).toBeNull()
    expect(
      buildPaymentQrCodeContent({ ...bank, kind: 'account' }, { amount: 1800, currency: 'EUR' }, 'A'),
    ).toBeNull()
    expect(buildPaymentQrCodeContent(bank, { amount: 0, currency: 'EUR' }, 'A')).toBeNull()
  })
})
