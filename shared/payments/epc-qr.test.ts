import fc from 'fast-check'
import buildIndependentEpcText from 'sepa-payment-qr-code'
import { describe, expect, it } from 'vitest'
import { buildEpcQrText } from './epc-qr.ts'

const transfer = {
  name: 'Red Cross of Belgium',
  iban: 'BE72000000001616',
  bic: 'BPOTBEB1',
  cents: 100,
  reference: 'Urgency fund',
}

describe('buildEpcQrText', () => {
  it('buildEpcQrText writes each field of the published EPC069-12 example on the line that the standard defines', () => {
    // The published EPC example also has optional fields (purpose, information) that this application omits.
    expect(buildEpcQrText(transfer)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BPOTBEB1',
      'Red Cross of Belgium',
      'BE72000000001616',
      'EUR1.00',
      '',
      '',
      'Urgency fund',
    ])
  })

  it('buildEpcQrText writes the same fields as an independent QR code package', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9ÄÖÜäöüß][A-Za-z0-9ÄÖÜäöüß .-]{0,28}[A-Za-z0-9]$/)
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 99_999_999_999 }), (name, reference, cents) => {
        const lines = buildEpcQrText({ ...transfer, name, reference, cents })?.split('\n')
        const independent = buildIndependentEpcText({
          name: name.replace(/ +/g, ' '),
          iban: transfer.iban,
          bic: transfer.bic,
          amount: cents / 100,
          unstructuredReference: reference.replace(/ +/g, ' '),
        }).split('\n')
        // The EPC text of the independent package ends with an empty line for the optional information field.
        expect(lines).toEqual(independent.slice(0, 11))
      }),
    )
  })

  it('buildEpcQrText replaces a line break in a name or reference, so that no other field moves to another line', () => {
    const lines = buildEpcQrText({
      ...transfer,
      name: 'Kelab\nEvil',
      reference: 'A\r\nDE89370400440532013000',
    })?.split('\n')
    expect(lines).toHaveLength(11)
    expect(lines?.[5]).toBe('Kelab Evil')
    expect(lines?.[6]).toBe('BE72000000001616')
  })

  it('buildEpcQrText returns null for a transfer that the standard does not permit, such as an amount above the limit', () => {
    expect(buildEpcQrText({ ...transfer, iban: 'BE72000000001617' })).toBeNull()
    expect(buildEpcQrText({ ...transfer, iban: 'JO94CBJO0010000000000131000302' })).toBeNull()
    expect(buildEpcQrText({ ...transfer, bic: 'BPOT' })).toBeNull()
    expect(buildEpcQrText({ ...transfer, name: ' ' })).toBeNull()
    expect(buildEpcQrText({ ...transfer, name: 'x'.repeat(71) })).toBeNull()
    expect(buildEpcQrText({ ...transfer, reference: 'x'.repeat(141) })).toBeNull()
    for (const cents of [0, -1, 1.5, Number.NaN, 100_000_000_000])
      expect(buildEpcQrText({ ...transfer, cents })).toBeNull()
  })

  it('buildEpcQrText never returns more than 331 bytes, the limit of the standard', () => {
    expect(buildEpcQrText({ ...transfer, name: '北'.repeat(70), reference: '京'.repeat(140) })).toBeNull()
  })
})
