import { getLanguage } from '#shared/language/texts.ts'

// Writes a one-page PDF that shows a single JPEG image.
// Text is drawn into the image of the PDF, because browsers have fonts for every script and PDF readers do not.

/** Long and short side of an A4 page in points (1/72 inch). */
const a4 = { long: 842, short: 595 }

/** Encodes text as a PDF hexadecimal string in UTF-16 with byte order mark. */
function encodeHexString(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at).toString(16).padStart(4, '0'),
  )
  return `<feff${units.join('')}>`
}

/** Builds a PDF whose image fills an A4 page of the same orientation. `width` and `height` are the size in pixels. */
export function buildImagePdf(
  jpeg: Uint8Array<ArrayBuffer>,
  { width, height, title }: { width: number; height: number; title: string },
): Uint8Array<ArrayBuffer> {
  const page = width > height ? { width: a4.long, height: a4.short } : { width: a4.short, height: a4.long }
  const draw = `q ${page.width} 0 0 ${page.height} 0 0 cm /Im Do Q`
  const objects: (string | Uint8Array<ArrayBuffer>)[][] = [
    [
      `<< /Type /Catalog /Pages 2 0 R /Lang (${getLanguage()}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    ],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] `,
      '/Resources << /XObject << /Im 4 0 R >> >> /Contents 5 0 R >>',
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB `,
      `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    ],
    [`<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`],
    [`<< /Title ${encodeHexString(title)} >>`],
  ]
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes =
      typeof part === 'string' ? (new TextEncoder().encode(part) as Uint8Array<ArrayBuffer>) : part
    parts.push(bytes)
    length += bytes.length
  }
  add('%PDF-1.5\n')
  const offsets = objects.map((object, at) => {
    const offset = length
    add(`${at + 1} 0 obj\n`)
    for (const part of object) add(part)
    add('\nendobj\n')
    return offset
  })
  const table = length
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) add(`${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  const pdf = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    pdf.set(part, at)
    at += part.length
  }
  return pdf
}
