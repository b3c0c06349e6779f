import { canReceiveSepaTransfer, isValidBic, isValidIban } from './iban.ts'

/** Properties of a SEPA credit transfer that an EPC QR code contains. The amount is in cents. */
export interface EpcTransfer {
  name: string
  iban: string
  bic: string | null
  cents: number
  reference: string
}

/** Length limits of the standard EPC069-12 for payment QR codes. */
const maxNameLength = 70
const maxReferenceLength = 140
const maxCents = 99_999_999_999
const maxBytes = 331

/** Replaces white space, including line breaks, by one space, because each line of an EPC QR code is a field. */
const sanitizeEpcLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/**
 * Writes the text of an EPC QR code (EPC069-12, version 002, UTF-8) for a SEPA credit transfer in euro.
 * Returns null when the standard cannot express the transfer.
 */
export function buildEpcQrText({ name, iban, bic, cents, reference }: EpcTransfer): string | null {
  if (!isValidIban(iban) || !canReceiveSepaTransfer(iban, bic) || (bic !== null && !isValidBic(bic)))
    return null
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > maxCents) return null
  const payee = sanitizeEpcLine(name)
  const remittance = sanitizeEpcLine(reference)
  if (!payee || payee.length > maxNameLength || remittance.length > maxReferenceLength) return null
  const amount = `EUR${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', payee, iban, amount, '', '', remittance]
  const text = lines.join('\n')
  return new TextEncoder().encode(text).length <= maxBytes ? text : null
}
