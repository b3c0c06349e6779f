// Draws and uploads transfer slips (proofs of payment) in browser tests.
// A transfer slip is an image of a bank's transfer confirmation, uploaded by the member who paid.
import sharp from 'sharp'
import { callApiAsClubMember, type FeeMember } from './club-for-fee-tests.ts'

interface OwnCharge {
  id: number
  planName: string
  reference: string
  outstanding: number
}

interface TransferSlipFacts {
  payer: string
  reference: string
  /** Amount of the bank transfer in euro cents. */
  amount: number
}

const escapeXml = (value: string) => value.replace(/[&<>]/g, letter => `&#${letter.charCodeAt(0)};`)

/** Draws an image of a bank's transfer confirmation. Different references result in different image files. */
export function drawTransferSlip({ payer, reference, amount }: TransferSlipFacts): Promise<Buffer> {
  const day = new Date().toLocaleDateString('de-DE')
  const rows = [
    ['Auftraggeber', payer],
    ['Empfänger', 'Kelab Perantau Berlin'],
    ['IBAN', 'DE02 1203 0000 0000 2020 51'],
    ['Verwendungszweck', reference],
    ['Ausführungsdatum', day],
  ].map(
    ([label = '', value = ''], index) =>
      `<text x="40" y="${270 + index * 82}" font-size="20" fill="#667">${label}</text>
       <text x="40" y="${300 + index * 82}" font-size="26" fill="#123">${escapeXml(value)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="750" font-family="sans-serif">
    <rect width="600" height="750" fill="#fff"/>
    <text x="40" y="80" font-size="32" font-weight="700" fill="#1d3c7a">Bank Contoh</text>
    <text x="40" y="140" font-size="22" fill="#667">Überweisung ausgeführt</text>
    <text x="40" y="200" font-size="52" font-weight="700" fill="#123">${(amount / 100).toFixed(2).replace('.', ',')} EUR</text>
    ${rows.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Returns the member's unpaid fee charges, earliest due date first. */
export async function listUnpaidFeeCharges(member: FeeMember): Promise<OwnCharge[]> {
  const { charges } = await callApiAsClubMember<{ charges: OwnCharge[] }>(member, 'GET', '/api/fees')
  return charges.filter(({ outstanding }) => outstanding > 0)
}

/**
 * Uploads a transfer slip (proof of payment) for the member's first open charge, or for the charge of the named fee.
 */
export async function uploadTransferSlip(
  member: FeeMember,
  { planName, amount: stated }: { planName?: string; amount?: number } = {},
): Promise<void> {
  const charges = await listUnpaidFeeCharges(member)
  const charge = charges.find(open => !planName || open.planName === planName)
  if (!charge) throw new Error(`no open charge of ${member.fullName}`)
  const amount = stated ?? charge.outstanding
  const picture = await drawTransferSlip({ payer: member.fullName, reference: charge.reference, amount })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'slip.png')
  const file = await callApiAsClubMember<{ id: string }>(member, 'POST', '/api/files?kind=fee_slip', form)
  await callApiAsClubMember(member, 'POST', `/api/fees/charges/${charge.id}/slips`, {
    fileId: file.id,
    amount,
    paidOn: new Date().toISOString().slice(0, 10),
  })
}
