import { expect, test } from 'vitest'
import { buildImagePdf } from './image-pdf.ts'

test('the PDF cross-reference table has the offset of every object, and the JPEG is embedded unchanged', () => {
  const jpeg = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256)
  const pdf = Buffer.from(buildImagePdf(jpeg, { width: 20, height: 10, title: 'Sijil (爱) binti' }))
  const text = pdf.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  expect(text.slice(table, table + 5)).toBe('xref\n')
  const offsets = Array.from(text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm), match => Number(match[1]))
  expect(offsets).toHaveLength(6)
  for (const [at, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
  const start = text.indexOf('stream\n', offsets[3]) + 'stream\n'.length
  expect(pdf.subarray(start, start + jpeg.length)).toEqual(Buffer.from(jpeg))
  expect(text.slice(start + jpeg.length)).toMatch(/^\nendstream/)
  // Parentheses in the document title must not end the PDF string early.
  expect(text).toContain(
    `/Title <feff${Buffer.from('Sijil (爱) binti', 'utf16le').swap16().toString('hex')}>`,
  )
})
