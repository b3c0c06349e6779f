// Writes an XLSX file with one sheet of text, row by row.
// Available npm packages build the whole file in memory and block the event loop for seconds (docs/decisions/009).
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const types = `${office}/package/2006/content-types`
const relations = `${office}/package/2006/relationships`
const documents = `${office}/officeDocument/2006/relationships`
const main = `${office}/spreadsheetml/2006/main`

const buildFixedParts = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
})

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML and removes characters that XML cannot contain. */
function escapeXml(text: string): string {
  return (
    text
      .replace(/[&<>"]/g, character => entities[character] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches exactly these control characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  )
}

/** Writes the cells of a row as text, never as formulas. Each cell states its position, which some programs require. */
function renderRow(cells: string[], number: number): string {
  const inside = cells.map((cell, index) => {
    const position = `${String.fromCharCode(65 + index)}${number}`
    return `<c r="${position}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  })
  return `<row r="${number}">${inside.join('')}</row>`
}

/** Writes the sheet in batches of a few milliseconds each, and pauses while the receiver does not read. */
export function writeXlsx(sheetName: string, batches: AsyncIterable<string[][]>): Readable {
  const output = new PassThrough()
  const zip = new Zip((error, chunk, isLast) => {
    if (error) return void output.destroy(error)
    output.write(chunk)
    if (isLast) output.end()
  })
  const add = <Part extends ZipDeflate | ZipPassThrough>(part: Part): Part => {
    zip.add(part)
    return part
  }

  async function writeContent(): Promise<void> {
    for (const [name, content] of Object.entries(buildFixedParts(sheetName))) {
      add(new ZipPassThrough(name)).push(strToU8(content), true)
    }
    const sheet = add(new ZipDeflate('xl/worksheets/sheet1.xml', { level: 3 }))
    sheet.push(strToU8(`${xml}<worksheet xmlns="${main}"><sheetData>`))
    let number = 0
    for await (const rows of batches) {
      sheet.push(strToU8(rows.map(cells => renderRow(cells, ++number)).join('')))
      if (output.destroyed) return
      if (output.writableNeedDrain) await once(output, 'drain')
    }
    sheet.push(strToU8('</sheetData></worksheet>'), true)
    zip.end()
  }
  writeContent().catch(error => output.destroy(error))
  return output
}
