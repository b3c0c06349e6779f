// Draws payment QR codes as the screens do and reads them with zbarimg.
// The decoder zbarimg shares no code with this application.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'promptparse'
import encodeQR from 'qr'
import buildIndependentEpcText from 'sepa-payment-qr-code'
import { afterAll, describe, expect, it } from 'vitest'
import { addPaymentToMerchantQrCode } from './add-payment-to-merchant-qr-code.ts'
import { buildEpcQrText } from './epc-qr.ts'
import { parseMerchantQrCode } from './merchant-qr-code.ts'

const hasZbar = spawnSync('zbarimg', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'payment-codes-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Draws a QR code as a portable bitmap with eight pixels per module, and returns the text that zbarimg reads. */
function scanQrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' })
  const lines = rows.flatMap(row => {
    const line = row.map(isDark => (isDark ? '1 ' : '0 ').repeat(8)).join('')
    return Array.from({ length: 8 }, () => line)
  })
  const path = join(folder, 'code.pbm')
  writeFileSync(path, `P1\n${rows.length * 8} ${rows.length * 8}\n${lines.join('\n')}\n`)
  return execFileSync('zbarimg', ['--quiet', '--raw', '--oneshot', '-Sbinary', path], { encoding: 'utf8' })
}

describe.skipIf(!hasZbar)('scanned payment codes (needs zbarimg: apt-get install zbar-tools)', () => {
  it('a scanner reads from the QR code of buildEpcQrText the same EPC fields that an independent package writes', () => {
    const transfer = {
      name: 'Kelab Perantau München',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      cents: 1800,
      reference: 'BER26-0147-K4',
    }
    const independent = buildIndependentEpcText({
      name: transfer.name,
      iban: transfer.iban,
      bic: transfer.bic,
      amount: 18,
      unstructuredReference: transfer.reference,
    })
    expect(scanQrCode(buildEpcQrText(transfer) ?? '').split('\n')).toEqual(
      independent.split('\n').slice(0, 11),
    )
  })

  it('a QR code scanner reads every field of an EMV merchant QR code to which an amount and a reference were added', () => {
    const code = parseMerchantQrCode(
      '00020201021126410014A0000006150001010650166402091234567895204999953034585802MY5909QRCSDNBHD6005BANGI6304184A',
    )
    if (typeof code === 'string') throw new Error(`parseMerchantQrCode rejected the code: ${code}`)
    const filled = addPaymentToMerchantQrCode(code, { amount: '18.50', reference: 'KUL26-0147-K4' })
    const scanned = parse(scanQrCode(filled?.text ?? ''), true, true)
    expect(
      scanned
        ?.getTags()
        .map(({ id, value }) => `${id} ${value}`)
        .slice(0, -1),
    ).toEqual([
      '00 02',
      '01 12',
      '26 0014A000000615000101065016640209123456789',
      '52 9999',
      '53 458',
      '54 18.50',
      '58 MY',
      '59 QRCSDNBHD',
      '60 BANGI',
      '62 0113KUL26-0147-K40513KUL26-0147-K4',
    ])
  })
})
