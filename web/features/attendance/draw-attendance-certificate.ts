import encodeQR from 'qr'
import type { Certificate } from '#shared/contracts/attendance/attendance.schemas.ts'
import { attendanceText as text } from '#texts/attendance.ts'
import { orgName } from '#web/lib/document/branding.ts'
import { formatDate } from '#web/lib/format/format.ts'
import {
  buildCanvasFont,
  type CanvasContext,
  convertCanvasToBlob,
  createCanvas,
  drawQrCells,
} from '#web/lib/image/canvas.ts'
import { buildImagePdf } from '#web/lib/image/image-pdf.ts'
import { emas, laut, paper } from '#web/ui/colours.ts'

/** Size of the attendance certificate in pixels: an A4 page in landscape at 200 dpi. */
const width = 2339
const height = 1654
const centerX = width / 2

/**
 * Writes one centred line of a certificate. A long text gets a smaller font, down to half size, and is then narrowed.
 */
function drawCertificateLine(
  pen: CanvasContext,
  line: string,
  y: number,
  size: number,
  weight: number,
): void {
  const maxWidth = width - 500
  let fontSize = size
  pen.font = buildCanvasFont(fontSize, weight)
  while (fontSize > size / 2 && pen.measureText(line).width > maxWidth)
    pen.font = buildCanvasFont(--fontSize, weight)
  pen.fillText(line, centerX, y, maxWidth)
}

function drawCertificateFrame(pen: CanvasContext): void {
  pen.strokeStyle = laut[8]
  pen.lineWidth = 10
  pen.strokeRect(70, 70, width - 140, height - 140)
  pen.strokeStyle = emas[3]
  pen.lineWidth = 4
  pen.strokeRect(94, 94, width - 188, height - 188)
  // Decorative band of triangles (the Malay pattern "pucuk rebung"), as on the activity covers.
  const triangleWidth = 40
  pen.fillStyle = laut[8]
  const triangleCount = Math.floor((width - 220) / triangleWidth)
  for (
    let x = (width - triangleCount * triangleWidth) / 2, left = triangleCount;
    left > 0;
    x += triangleWidth, left--
  ) {
    pen.beginPath()
    pen.moveTo(x, 110)
    pen.lineTo(x + triangleWidth / 2, 160)
    pen.lineTo(x + triangleWidth, 110)
    pen.fill()
  }
}

function drawCertificateQrCode(pen: CanvasContext, address: string): void {
  const rows = encodeQR(address, 'raw', { border: 2 })
  const point = Math.floor(330 / rows.length)
  const [left, top] = [width - 160 - point * rows.length, height - 200 - point * rows.length]
  drawQrCells(pen, rows, left, top, point)
  pen.fillStyle = paper.dimmed
  pen.font = buildCanvasFont(26)
  pen.fillText(text.code, left + (point * rows.length) / 2, height - 160)
}

export async function drawAttendanceCertificate(certificate: Certificate): Promise<Blob> {
  const { fullName, membershipNumber, title, clubName, location, day, issuedAt, address } = certificate
  // When the web font cannot be loaded, the certificate uses the device's default font.
  await document.fonts.load('700 40px "Plus Jakarta Sans Variable"').catch(() => {})
  const { canvas, pen } = createCanvas(width, height)
  drawCertificateFrame(pen)
  pen.textAlign = 'center'
  pen.fillStyle = laut[8]
  drawCertificateLine(pen, orgName, 300, 54, 700)
  pen.fillStyle = paper.ink
  drawCertificateLine(pen, text.heading, 450, 120, 700)
  pen.fillStyle = paper.dimmed
  drawCertificateLine(pen, text.line, 570, 44, 500)
  pen.fillStyle = laut[9]
  drawCertificateLine(pen, fullName, 700, 96, 700)
  pen.fillStyle = paper.dimmed
  if (membershipNumber) drawCertificateLine(pen, text.number({ number: membershipNumber }), 770, 38, 500)
  drawCertificateLine(pen, text.attended, 870, 44, 500)
  pen.fillStyle = paper.ink
  drawCertificateLine(pen, title, 980, 76, 700)
  pen.fillStyle = paper.dimmed
  drawCertificateLine(pen, [day, location].filter(Boolean).join(' · '), 1060, 42, 500)
  if (clubName) drawCertificateLine(pen, clubName, 1130, 42, 600)
  drawCertificateQrCode(pen, address)
  pen.textAlign = 'left'
  pen.fillStyle = paper.dimmed
  pen.font = buildCanvasFont(30)
  pen.fillText(text.issued({ day: formatDate(issuedAt) }), 160, height - 160)
  const jpeg = await convertCanvasToBlob(canvas, 'image/jpeg', 0.92)
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  const pdf = buildImagePdf(bytes, { width, height, title: `${text.heading}: ${fullName}, ${title}` })
  return new Blob([pdf], { type: 'application/pdf' })
}
