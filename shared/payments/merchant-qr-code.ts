import { computeCrc16 } from './crc-16.ts'
import { type EmvObject, parseEmvObjects } from './emv-objects.ts'

/** Reason why a text is rejected as a static EMV merchant QR code. */
export type MerchantCodeProblem = 'malformed' | 'checksum' | 'incomplete' | 'currency' | 'amount' | 'fee'

/** Static EMV merchant QR code of a club, such as DuitNow, PayNow, PromptPay or QRIS. */
export interface MerchantCode {
  objects: readonly EmvObject[]
  scheme: PaymentScheme | null
  currency: string
  /** Name and city of the payee in the merchant QR code. PromptPay codes contain neither of them. */
  merchantName: string | null
  merchantCity: string | null
}

export const paymentSchemes = ['DuitNow', 'PayNow', 'PromptPay', 'QRIS'] as const
export type PaymentScheme = (typeof paymentSchemes)[number]

/** Payment schemes by the unique identifier at the start of an account's data object in an EMV payment code. */
const schemesByIdentifier: Readonly<Record<string, PaymentScheme>> = {
  A0000006150001: 'DuitNow',
  'SG.PAYNOW': 'PayNow',
  A000000677010111: 'PromptPay',
  A000000677010112: 'PromptPay',
  'ID.CO.QRIS.WWW': 'QRIS',
}

/** Currencies by their numeric ISO 4217 code, which field 53 of an EMVCo payment code contains. */
export const currenciesByNumber: Readonly<Record<string, string>> = {
  '036': 'AUD',
  '096': 'BND',
  '104': 'MMK',
  '116': 'KHR',
  '144': 'LKR',
  '156': 'CNY',
  '344': 'HKD',
  '356': 'INR',
  '360': 'IDR',
  '392': 'JPY',
  '410': 'KRW',
  '418': 'LAK',
  '458': 'MYR',
  '608': 'PHP',
  '682': 'SAR',
  '702': 'SGD',
  '704': 'VND',
  '764': 'THB',
  '818': 'EGP',
  '840': 'USD',
  '901': 'TWD',
  '986': 'BRL',
}

/** Maximum length in characters that the EMVCo standard recommends for a payment code. */
const maxLength = 512

const isAccountObject = ({ id }: EmvObject) => id >= '02' && id <= '51'
const isFeeObject = ({ id }: EmvObject) => id >= '55' && id <= '57'

/** Finds the payment scheme of the first account with a known scheme in an EMV payment code. */
function findPaymentScheme(objects: readonly EmvObject[]): PaymentScheme | null {
  for (const account of objects.filter(isAccountObject)) {
    const identifier = parseEmvObjects(account.value)?.find(({ id }) => id === '00')?.value
    const scheme = identifier === undefined ? undefined : schemesByIdentifier[identifier]
    if (scheme) return scheme
  }
  return null
}

/**
 * Parses a static EMV merchant QR code (EMVCo QR Code Specification, merchant-presented mode, 1.1). Codes with an
 * amount, a tip or a fee are rejected, because the member would pay another sum than the charge.
 */
export function parseMerchantQrCode(text: string): MerchantCode | MerchantCodeProblem {
  if (text.length > maxLength || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return 'malformed'
  const objects = parseEmvObjects(text)
  const last = objects?.at(-1)
  if (objects?.[0]?.id !== '00' || !/^0[12]$/.test(objects[0].value)) return 'malformed'
  if (last?.id !== '63' || last.value.length !== 4) return 'malformed'
  if (computeCrc16(text.slice(0, -4)) !== last.value.toUpperCase()) return 'checksum'
  const readObjectValue = (id: string) => objects.find(object => object.id === id)?.value
  const additional = readObjectValue('62')
  if (additional !== undefined && parseEmvObjects(additional) === null) return 'malformed'
  if (!objects.some(isAccountObject) || !/^[A-Z]{2}$/.test(readObjectValue('58') ?? '')) return 'incomplete'
  const currency = currenciesByNumber[readObjectValue('53') ?? '']
  if (!currency) return 'currency'
  if (readObjectValue('54') !== undefined || readObjectValue('01') === '12') return 'amount'
  if (objects.some(isFeeObject)) return 'fee'
  return {
    objects,
    scheme: findPaymentScheme(objects),
    currency,
    merchantName: readObjectValue('59') ?? null,
    merchantCity: readObjectValue('60') ?? null,
  }
}
