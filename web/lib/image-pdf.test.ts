import { expect, test } from 'vitest'
import { pdfOf } from './image-pdf.ts'

test('every object stands where the table says, and the picture is in it unchanged', () => {
  const jpeg = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256)
  const pdf = Buffer.from(pdfOf(jpeg, { width: 20, height: 10, title: 'Sijil (爱) binti' }))
  const text = pdf.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  expect(text.slice(table, table + 5)).toBe('xref\n')
  const places = Array.from(text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm), found => Number(found[1]))
  expect(places).toHaveLength(6)
  for (const [at, place] of places.entries())
    expect(text.slice(place)).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
  const start = text.indexOf('stream\n', places[3]) + 'stream\n'.length
  expect(pdf.subarray(start, start + jpeg.length)).toEqual(Buffer.from(jpeg))
  expect(text.slice(start + jpeg.length)).toMatch(/^\nendstream/)
  // Brackets in a title end nothing.
  expect(text).toContain(
    `/Title <feff${Buffer.from('Sijil (爱) binti', 'utf16le').swap16().toString('hex')}>`,
  )
})
