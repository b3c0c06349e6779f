import fc from 'fast-check'
import buildIndependentEpcText from 'sepa-payment-qr-code'
import { describe, expect, it } from 'vitest'
import { canReceiveSepaTransfer, formatIban, isValidBic, isValidIban, normalizeIbanOrBic } from './iban.ts'

/** Examples of the IBAN registry (ISO 13616). */
const registryExamples = [
  'DE89370400440532013000',
  'BE68539007547034',
  'NL91ABNA0417164300',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'CH9300762011623852957',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
  'JO94CBJO0010000000000131000302',
  'SA0380000000608010167519',
]

function isAcceptedByIndependentPackage(iban: string): boolean {
  try {
    buildIndependentEpcText({ name: 'Kelab', iban, amount: 1 })
    return true
  } catch {
    return false
  }
}

describe('isValidIban', () => {
  it('isValidIban accepts the examples of the IBAN registry', () => {
    expect(registryExamples.filter(iban => !isValidIban(iban))).toEqual([])
  })

  // The IBAN checksum converts a letter to two digits, so replacing a digit by a letter may keep the checksum.
  it('isValidIban rejects an IBAN in which one character was replaced by another letter or digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...registryExamples),
        fc.nat(),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
        (iban, position, character) => {
          const at = position % iban.length
          fc.pre(iban[at] !== character && /\d/.test(iban[at] ?? '') === /\d/.test(character))
          expect(isValidIban(iban.slice(0, at) + character + iban.slice(at + 1))).toBe(false)
        },
      ),
    )
  })

  it('isValidIban rejects an IBAN in which two different neighbouring digits were swapped', () => {
    const iban = 'DE89370400440532013000'
    for (let at = 4; at + 1 < iban.length; at++) {
      if (iban[at] === iban[at + 1]) continue
      const swapped = `${iban.slice(0, at)}${iban[at + 1]}${iban[at]}${iban.slice(at + 2)}`
      expect(isValidIban(swapped), swapped).toBe(false)
    }
  })

  it('isValidIban gives the same result as an independent IBAN package for changed check digits and lengths', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...registryExamples),
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom(0, 1, -1),
        (iban, digits, change) => {
          const text = iban.slice(0, 2) + String(digits).padStart(2, '0') + iban.slice(4)
          const resized = change === 1 ? `${text}0` : text.slice(0, text.length + change)
          // IBAN check digits 00, 01 and 99 are never assigned. The independent package accepts some of them.
          fc.pre(digits > 1 && digits < 99)
          expect(isValidIban(resized)).toBe(isAcceptedByIndependentPackage(resized))
        },
      ),
    )
  })

  it('isValidIban rejects text that is no IBAN', () => {
    for (const text of [
      '',
      'DE',
      'DE89',
      'ZZ89370400440532013000',
      'de89370400440532013000',
      'DE8937040044053201300\n',
    ])
      expect(isValidIban(text), text).toBe(false)
  })
})

describe('normalizeIbanOrBic and formatIban', () => {
  it('normalizeIbanOrBic removes the spaces of a printed IBAN, and formatIban inserts them again', () => {
    expect(normalizeIbanOrBic(' de89 3704\u00a00044 0532 0130 00')).toBe('DE89370400440532013000')
    expect(formatIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  })
})

describe('isValidBic and canReceiveSepaTransfer', () => {
  it('isValidBic accepts BICs of 8 and 11 characters only', () => {
    expect(['BPOTBEB1', 'BHBLDEHHXXX'].every(isValidBic)).toBe(true)
    expect(['BPOTBEB', 'BPOTBEB1X', '1POTBEB1', 'BPOTBEB1XXXX', ''].some(isValidBic)).toBe(false)
  })

  it('canReceiveSepaTransfer requires the BIC for SEPA accounts outside the EEA and returns false for other countries', () => {
    expect(canReceiveSepaTransfer('DE89370400440532013000', null)).toBe(true)
    expect(canReceiveSepaTransfer('GB29NWBK60161331926819', null)).toBe(false)
    expect(canReceiveSepaTransfer('GB29NWBK60161331926819', 'NWBKGB2L')).toBe(true)
    expect(canReceiveSepaTransfer('JO94CBJO0010000000000131000302', 'CBJOJOAX')).toBe(false)
  })
})
