import fc from 'fast-check'
import { parse } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { addPaymentToMerchantQrCode } from './add-payment-to-merchant-qr-code.ts'
import { computeCrc16 } from './crc-16.ts'
import { parseEmvObjects, serializeEmvObjects } from './emv-objects.ts'
import { type MerchantCode, parseMerchantQrCode } from './merchant-qr-code.ts'

/** Example of the EMVCo specification for merchant QR codes, with merchant information in Chinese. */
const emvcoExample =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING' +
  '64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A011223344998877070812345678' +
  '6304A13A'
/** Static DuitNow QR code published by PayNet, and the same code with an amount. */
const duitNow =
  '00020201021126410014A0000006150001010650166402091234567895204999953034585802MY5909QRCSDNBHD6005BANGI6304184A'
/** PromptPay QR codes without amount and with an amount of 100 baht, as other programs write them. */
const promptPay = '00020101021129370016A000000677010111011300668123456785802TH530376463045D82'
const promptPayOf100 = '00020101021229370016A000000677010111011300668123456785802TH53037645406100.006304BB8A'

const appendChecksum = (body: string) => `${body}6304${computeCrc16(`${body}6304`)}`
const writeCode = (objects: readonly (readonly [string, string])[]) =>
  serializeEmvObjects(objects.map(([id, value]) => ({ id, value }))) ?? ''
const payNow = appendChecksum(
  writeCode([
    ['00', '01'],
    ['01', '11'],
    [
      '26',
      writeCode([
        ['00', 'SG.PAYNOW'],
        ['01', '2'],
        ['02', '201400000A'],
        ['03', '1'],
        ['04', '20991231'],
      ]),
    ],
    ['52', '0000'],
    ['53', '702'],
    ['58', 'SG'],
    ['59', 'KELAB SINGAPURA'],
    ['60', 'Singapore'],
  ]),
)
const qris = appendChecksum(
  writeCode([
    ['00', '01'],
    ['01', '11'],
    [
      '26',
      writeCode([
        ['00', 'ID.CO.BANK.WWW'],
        ['01', '936000000000000000'],
        ['03', 'UMI'],
      ]),
    ],
    [
      '51',
      writeCode([
        ['00', 'ID.CO.QRIS.WWW'],
        ['02', 'ID1000000000000'],
        ['03', 'UMI'],
      ]),
    ],
    ['52', '8398'],
    ['53', '360'],
    ['58', 'ID'],
    ['59', 'KELAB JAKARTA'],
    ['60', 'JAKARTA'],
    ['61', '10110'],
    ['62', '0703A01'],
  ]),
)
const published = [duitNow, promptPay, payNow, qris]

function requireMerchantCode(text: string): MerchantCode {
  const code = parseMerchantQrCode(text)
  if (typeof code === 'string') throw new Error(`parseMerchantQrCode rejected the code: ${code}`)
  return code
}

const listObjectIds = (text: string) => parseEmvObjects(text)?.map(({ id }) => id)

describe('computeCrc16', () => {
  it('computeCrc16 computes the check value of CRC-16/CCITT-FALSE', () => {
    expect(computeCrc16('123456789')).toBe('29B1')
  })

  it('computeCrc16 computes the checksum of the EMVCo example with Chinese characters', () => {
    expect(computeCrc16(emvcoExample.slice(0, -4))).toBe('A13A')
  })
})

describe('parseEmvObjects', () => {
  it('parseEmvObjects reads each field of the EMVCo example, with lengths in characters', () => {
    const objects = parseEmvObjects(emvcoExample)
    expect(objects?.map(({ id, value }) => `${id} ${value}`)).toEqual([
      '00 01',
      '01 12',
      '29 0012D156000000000510A93FO3230Q',
      '31 0012D15600000001030812345678',
      '52 4111',
      '58 CN',
      '59 BEST TRANSPORT',
      '60 BEIJING',
      '64 0002ZH0104最佳运输0202北京',
      '54 23.72',
      '53 156',
      '55 01',
      '62 030412340603***0708A60086670902ME',
      '91 0016A011223344998877070812345678',
      '63 A13A',
    ])
  })
})

describe('parseMerchantQrCode', () => {
  it('parseMerchantQrCode reads payment scheme, currency and merchant of static EMV merchant QR codes', () => {
    expect(published.map(requireMerchantCode)).toMatchObject([
      { scheme: 'DuitNow', currency: 'MYR', merchantName: 'QRCSDNBHD', merchantCity: 'BANGI' },
      { scheme: 'PromptPay', currency: 'THB', merchantName: null, merchantCity: null },
      { scheme: 'PayNow', currency: 'SGD', merchantName: 'KELAB SINGAPURA' },
      { scheme: 'QRIS', currency: 'IDR', merchantName: 'KELAB JAKARTA' },
    ])
  })

  it('parseMerchantQrCode rejects codes that contain an amount or are valid for one payment only', () => {
    expect(parseMerchantQrCode(emvcoExample)).toBe('amount')
    expect(parseMerchantQrCode(promptPayOf100)).toBe('amount')
    expect(parseMerchantQrCode(appendChecksum(duitNow.slice(0, -8).replace('010211', '010212')))).toBe(
      'amount',
    )
  })

  it("parseMerchantQrCode rejects codes in which the payer's app would add a tip or a fee", () => {
    for (const fee of ['550201', '56041.00', '570210'])
      expect(
        parseMerchantQrCode(appendChecksum(duitNow.slice(0, -8).replace('5802MY', `${fee}5802MY`))),
      ).toBe('fee')
  })

  it('parseMerchantQrCode rejects a repeated field, which payment apps may read differently', () => {
    expect(parseMerchantQrCode(appendChecksum(duitNow.slice(0, -8).replace('5802MY', '53037025802MY')))).toBe(
      'malformed',
    )
    expect(parseMerchantQrCode(appendChecksum(`${duitNow.slice(0, -8)}26080004EVIL`))).toBe('malformed')
  })

  it('parseMerchantQrCode rejects codes without account, country or known currency', () => {
    expect(parseMerchantQrCode(appendChecksum('0002015303458' + '5802MY'))).toBe('incomplete')
    expect(parseMerchantQrCode(appendChecksum(duitNow.slice(0, -8).replace('5802MY', '')))).toBe('incomplete')
    expect(parseMerchantQrCode(appendChecksum(duitNow.slice(0, -8).replace('5303458', '5303999')))).toBe(
      'currency',
    )
  })

  it('parseMerchantQrCode rejects codes with control characters or bidirectional marks, and codes that are too long or truncated', () => {
    for (const text of [
      '',
      '000201',
      'hello',
      duitNow.replace('BANGI', 'BAN\nI'),
      duitNow.replace('BANGI', 'BAN\u202eI'),
    ])
      expect(parseMerchantQrCode(text), text).toBe('malformed')
    expect(parseMerchantQrCode(appendChecksum(`${duitNow.slice(0, -8)}${'99'.repeat(300)}`))).toBe(
      'malformed',
    )
    expect(
      parseMerchantQrCode(appendChecksum(duitNow.slice(0, -8).replace('5802MY', '5802MY6205ABCDE'))),
    ).toBe('malformed')
  })

  it('parseMerchantQrCode rejects a code in which any character was changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...published),
        fc.nat(),
        fc.constantFrom(...'0123456789ABCXYZ'),
        (text, position, character) => {
          const at = position % text.length
          fc.pre(text[at] !== character)
          expect(typeof parseMerchantQrCode(text.slice(0, at) + character + text.slice(at + 1))).toBe(
            'string',
          )
        },
      ),
    )
  })

  it('parseMerchantQrCode returns an error code instead of throwing for random text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^000201[0-9]{0,80}$/)), text => {
        expect(parseMerchantQrCode(text)).toEqual(expect.any(String))
      }),
    )
  })
})

describe('addPaymentToMerchantQrCode', () => {
  it('addPaymentToMerchantQrCode writes the published PromptPay code when it adds 100 baht without a reference', () => {
    expect(
      addPaymentToMerchantQrCode(requireMerchantCode(promptPay), { amount: '100.00', reference: '' }),
    ).toEqual({
      text: promptPayOf100,
      hasReference: false,
    })
  })

  it('addPaymentToMerchantQrCode inserts amount and reference into a DuitNow code in the field order of the standard', () => {
    const filled = addPaymentToMerchantQrCode(requireMerchantCode(duitNow), {
      amount: '18.00',
      reference: 'BER26-0147-K4',
    })
    expect(filled?.hasReference).toBe(true)
    expect(listObjectIds(filled?.text ?? '')).toEqual([
      '00',
      '01',
      '26',
      '52',
      '53',
      '54',
      '58',
      '59',
      '60',
      '62',
      '63',
    ])
    const parsed = parse(filled?.text ?? '', true, true)
    expect(parsed?.getTagValue('01')).toBe('12')
    expect(parsed?.getTagValue('54')).toBe('18.00')
    expect(parsed?.getTagValue('62', '01')).toBe('BER26-0147-K4')
    expect(parsed?.getTagValue('62', '05')).toBe('BER26-0147-K4')
  })

  it('addPaymentToMerchantQrCode keeps reference fields that the payment provider has set', () => {
    const code = requireMerchantCode(appendChecksum(`${duitNow.slice(0, -8)}62200506ABC1230706TERM01`))
    const filled = addPaymentToMerchantQrCode(code, { amount: '5.00', reference: 'KL26-1' })
    const parsed = parse(filled?.text ?? '', true, true)
    expect(parsed?.getTagValue('62', '05')).toBe('ABC123')
    expect(parsed?.getTagValue('62', '07')).toBe('TERM01')
    expect(parsed?.getTagValue('62', '01')).toBe('KL26-1')
  })

  it('addPaymentToMerchantQrCode omits the reference when the field for additional data has no room for it', () => {
    const code = requireMerchantCode(
      appendChecksum(`${duitNow.slice(0, -8)}62940350${'x'.repeat(50)}0736${'y'.repeat(36)}`),
    )
    expect(addPaymentToMerchantQrCode(code, { amount: '5.00', reference: 'KL26-1' })).toMatchObject({
      hasReference: false,
    })
  })

  it('addPaymentToMerchantQrCode returns null for amounts that are zero, negative, too long or no number', () => {
    for (const amount of ['0', '0.00', '-1', '1e3', '1,50', '', '1.2345', '12345678901.00', 'NaN'])
      expect(
        addPaymentToMerchantQrCode(requireMerchantCode(duitNow), { amount, reference: 'A' }),
        amount,
      ).toBeNull()
  })

  it('addPaymentToMerchantQrCode changes only the fields initiation, amount, additional data and checksum, and an independent parser reads the result', () => {
    const reference = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,24}$/)
    fc.assert(
      fc.property(
        fc.constantFrom(...published),
        fc.integer({ min: 1, max: 99_999_999 }),
        reference,
        (text, minor, label) => {
          const amount = (minor / 100).toFixed(2)
          const code = requireMerchantCode(text)
          const filled = addPaymentToMerchantQrCode(code, { amount, reference: label })
          const parsed = parse(filled?.text ?? '', true, true)
          expect(parsed, 'the independent parser accepts the checksum').not.toBeNull()
          const changed = new Set(['01', '54', '62', '63'])
          const keepObjects = (objects: readonly { id: string; value: string }[]) =>
            objects.filter(({ id }) => !changed.has(id)).map(({ id, value }) => `${id} ${value}`)
          expect(keepObjects(parsed?.getTags() ?? [])).toEqual(keepObjects(code.objects))
          expect(parsed?.getTagValue('54')).toBe(amount)
          expect(parsed?.getTagValue('62', '05')).toBe(label)
        },
      ),
    )
  })
})
