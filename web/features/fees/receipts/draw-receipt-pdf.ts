import type { Receipt } from '#shared/contracts/fees/fees.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { receiptPdfText as text } from '#texts/fee-payments.ts'
import { orgName } from '#web/lib/document/branding.ts'
import { formatDateTime, formatDateWithWeekday } from '#web/lib/format/format.ts'
import {
  buildCanvasFont,
  type CanvasContext,
  convertCanvasToBlob,
  createCanvas,
} from '#web/lib/image/canvas.ts'
import { buildImagePdf } from '#web/lib/image/image-pdf.ts'
import { laut, paper } from '#web/ui/colours.ts'
import { listReceiptLines, type ReceiptLine } from './receipt-lines.ts'

/** Size in pixels of a receipt for a fee: an A4 page at 200 dpi. */
const width = 1654
const height = 2339
const margin = 150
const lineHeight = 74

/** Draws a receipt line: label on the left, value on the right. A text that is too wide is shrunk to fit. */
function drawReceiptRow(pen: CanvasContext, { label, value, isSum }: ReceiptLine, y: number): void {
  pen.fillStyle = isSum ? paper.ink : paper.dimmed
  pen.font = buildCanvasFont(isSum ? 44 : 36, isSum ? 700 : 500)
  pen.textAlign = 'left'
  pen.fillText(label, margin, y, width / 2 - margin)
  pen.fillStyle = paper.ink
  pen.font = buildCanvasFont(isSum ? 64 : 36, isSum ? 700 : 600)
  pen.textAlign = 'right'
  pen.fillText(value, width - margin, y, width / 2)
}

function drawReceiptHead(pen: CanvasContext, { payeeName, code, isReversed }: Receipt): void {
  pen.fillStyle = laut[8]
  pen.fillRect(0, 0, width, 330)
  pen.fillStyle = paper.white
  pen.textAlign = 'left'
  pen.font = buildCanvasFont(64, 700)
  pen.fillText(getCountryName(payeeName), margin, 150, width - 2 * margin)
  pen.font = buildCanvasFont(38)
  pen.fillText([text.heading, orgName].join(' · '), margin, 225, width - 2 * margin)
  pen.textAlign = 'center'
  pen.fillStyle = paper.dimmed
  pen.font = buildCanvasFont(34)
  pen.fillText(text.number, width / 2, 440)
  pen.fillStyle = paper.ink
  pen.font = buildCanvasFont(72, 700)
  pen.fillText(isReversed ? `${code} · ${text.reversed}` : code, width / 2, 530, width - 2 * margin)
}

/** Draws a receipt as an image in a PDF. The browser has fonts for all scripts, so every name is shown correctly. */
export async function drawReceiptPdf(receipt: Receipt): Promise<Blob> {
  // When the web font cannot be loaded, the receipt uses the device's default font.
  await document.fonts.load('700 40px "Plus Jakarta Sans Variable"').catch(() => {})
  const { canvas, pen } = createCanvas(width, height)
  drawReceiptHead(pen, receipt)
  const { payerName, membershipNumber, method, paidOn, bookedBy, createdAt, code } = receipt
  const rows: ReceiptLine[] = [
    { label: text.from, value: payerName },
    ...(membershipNumber ? [{ label: '', value: membershipNumber }] : []),
    { label: text.method, value: `${text.methods[method]}, ${formatDateWithWeekday(paidOn)}` },
    ...listReceiptLines(receipt),
  ]
  // If the page has no room for all lines of the receipt at full height, the line height is reduced.
  const step = Math.min(lineHeight, (height - 1000) / rows.length)
  for (const [index, row] of rows.entries())
    drawReceiptRow(pen, row, 680 + index * step + (row.isSum ? 30 : 0))
  pen.fillStyle = paper.dimmed
  pen.textAlign = 'left'
  pen.font = buildCanvasFont(32)
  const booked = { name: bookedBy ?? '', when: formatDateTime(createdAt) }
  pen.fillText(text.bookedBy(booked), margin, height - 160, width - 2 * margin)
  const jpeg = await convertCanvasToBlob(canvas, 'image/jpeg', 0.92)
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  const pdf = buildImagePdf(bytes, { width, height, title: `${text.heading} ${code}` })
  return new Blob([pdf], { type: 'application/pdf' })
}
