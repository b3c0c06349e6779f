import { computeCrc16 } from './crc-16.ts'
import { type EmvObject, parseEmvObjects, serializeEmvObjects } from './emv-objects.ts'
import type { MerchantCode } from './merchant-qr-code.ts'

interface Payment {
  /** Amount in main units of the currency with a decimal point, such as 18.00. */
  amount: string
  reference: string
}

const maxAmountLength = 13
const maxReferenceLength = 25
/** Placeholder of the EMVCo standard for a value that the payer's app asks the payer to enter. */
const placeholder = '***'

/** Sets a data object of an EMV payment code: replaces its value, or inserts it before the object `beforeIndex`. */
function setEmvObject(objects: readonly EmvObject[], object: EmvObject, beforeIndex: number): EmvObject[] {
  if (objects.some(({ id }) => id === object.id))
    return objects.map(present => (present.id === object.id ? object : present))
  return [...objects.slice(0, beforeIndex), object, ...objects.slice(beforeIndex)]
}

/**
 * Returns the index of the first data object with a greater id. An object inserted there keeps the ids in ascending
 * order.
 */
function findInsertIndexOfObject(objects: readonly EmvObject[], id: string): number {
  const found = objects.findIndex(object => object.id > id)
  return found < 0 ? objects.length : found
}

/**
 * Adds the payment reference to an EMV merchant QR code as bill number (01) and reference label (05). Values that the
 * payment provider has set are kept, because the provider may identify the account by them.
 */
function addPaymentReference(additional: readonly EmvObject[], reference: string): string | null {
  const freeIds = ['05', '01'].filter(id =>
    additional.every(object => object.id !== id || object.value === placeholder),
  )
  // If the payment reference is too long to fill all free reference fields, it is written into only one.
  for (const ids of [freeIds, freeIds.slice(0, 1)]) {
    const filled = ids.reduce<readonly EmvObject[]>(
      (objects, id) => setEmvObject(objects, { id, value: reference }, findInsertIndexOfObject(objects, id)),
      additional,
    )
    const text = serializeEmvObjects(filled)
    if (ids.length > 0 && text !== null && text.length <= 99) return text
  }
  return null
}

/**
 * Adds amount and reference to a club's static EMV merchant QR code and computes its checksum again. All other data
 * objects stay unchanged. The result is a code for one payment (point of initiation 12). Returns null when the amount
 * does not fit. When the reference does not fit, the code has only the amount.
 */
export function addPaymentToMerchantQrCode(
  { objects }: Pick<MerchantCode, 'objects'>,
  { amount, reference }: Payment,
): { text: string; hasReference: boolean } | null {
  if (!/^\d+(?:\.\d{1,3})?$/.test(amount) || amount.length > maxAmountLength || Number(amount) <= 0)
    return null
  const withoutChecksum = objects.filter(({ id }) => id !== '63')
  let filled = setEmvObject(withoutChecksum, { id: '01', value: '12' }, 1)
  const currencyIndex = filled.findIndex(({ id }) => id === '53')
  filled = setEmvObject(filled, { id: '54', value: amount }, currencyIndex + 1)
  const additional = filled.find(({ id }) => id === '62')?.value ?? ''
  const isWritable = /^[\x20-\x7e]+$/.test(reference) && reference.length <= maxReferenceLength
  const withReference = isWritable ? addPaymentReference(parseEmvObjects(additional) ?? [], reference) : null
  if (withReference !== null)
    filled = setEmvObject(filled, { id: '62', value: withReference }, findInsertIndexOfObject(filled, '62'))
  const written = serializeEmvObjects(filled)
  if (written === null) return null
  const text = `${written}6304`
  return { text: text + computeCrc16(text), hasReference: withReference !== null }
}
