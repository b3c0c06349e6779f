import { type Currency, getCurrencyDecimals } from '#shared/money/currencies.ts'
import { formatAmountAsDecimal, type Money } from '#shared/money/money.ts'
import { addPaymentToMerchantQrCode } from './add-payment-to-merchant-qr-code.ts'
import { buildEpcQrText } from './epc-qr.ts'
import { parseMerchantQrCode } from './merchant-qr-code.ts'

/** Payee account of a club, country or headquarters, with the fields that a payment QR code needs. */
export interface PayeeAccount {
  kind: 'iban' | 'emvco' | 'account'
  currency: Currency
  holder: string
  accountNumber: string | null
  bankCode: string | null
  qrPayload: string | null
}

export interface PaymentQr {
  text: string
  /** Whether the QR code contains the payment reference. Without it, the payer must type the reference. */
  hasReference: boolean
}

/** Writes an amount for an EMV merchant QR code. QRIS apps expect whole rupiah without decimals. */
function formatEpcAmount(money: Money): string {
  const divisor = 10 ** getCurrencyDecimals(money.currency)
  return money.currency === 'IDR' && money.amount % divisor === 0
    ? String(money.amount / divisor)
    : formatAmountAsDecimal(money)
}

/** Builds the text of a payment QR code. Returns null when the account supports no code for the amount and currency. */
export function buildPaymentQrCodeContent(
  account: PayeeAccount,
  money: Money,
  reference: string,
): PaymentQr | null {
  if (account.currency !== money.currency || money.amount <= 0) return null
  if (account.kind === 'emvco' && account.qrPayload !== null) {
    const code = parseMerchantQrCode(account.qrPayload)
    if (typeof code === 'string' || code.currency !== money.currency) return null
    return addPaymentToMerchantQrCode(code, { amount: formatEpcAmount(money), reference })
  }
  if (account.kind !== 'iban' || account.accountNumber === null || money.currency !== 'EUR') return null
  const { holder: name, accountNumber: iban, bankCode: bic } = account
  const text = buildEpcQrText({ name, iban, bic, cents: money.amount, reference })
  return text === null ? null : { text, hasReference: true }
}
