// Uploads damaged files of every accepted type: truncated, with flipped bits, or with false declared sizes.
// Some damaged uploads have a wrong file name or are sent as a wrong kind of file.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import type { Random } from '#server/demo/seeded-random.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'
import { encryptedFilePrefix } from '#shared/e2ee/encrypted-file.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import { errorTexts } from '#texts/errors.ts'
import type { Fuzzer } from './fuzz.ts'

interface Sample {
  name: string
  /** Upload URLs that accept the undamaged sample file. */
  urls: string[]
  content: Buffer
}

const importsUrl = '/api/imports'
const buildUploadUrl = (kind: string) => `/api/files?kind=${kind}`
const sheetName = 'xl/worksheets/sheet1.xml'
const allUrls = [importsUrl, ...fileKinds.map(buildUploadUrl)]
const imageUrls = fileKinds.filter(kind => /image|logo/.test(kind)).map(buildUploadUrl)
const documentUrls = fileKinds.filter(kind => kind.endsWith('document')).map(buildUploadUrl)

const buildZip = (parts: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))

const buildCell = (reference: string) => `<c r="${reference}" t="inlineStr"><is><t>Nama</t></is></c>`
const officeTypePrefix = 'application/vnd.openxmlformats-officedocument'
const buildOfficeFile = (folder: string, type: string, parts: Record<string, string> = {}) =>
  buildZip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${folder}/a.xml" ContentType="${officeTypePrefix}.${type}.main+xml"/></Types>`,
    ...parts,
    [`${folder}/a.xml`]: '<a/>',
  })
const relation =
  '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>'
const xlsx = buildOfficeFile('xl', 'spreadsheetml.sheet', {
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation}</Relationships>`,
  [sheetName]: `<worksheet><sheetData><row r="1">${buildCell('A1')}${buildCell('B1')}</row><row r="2">${buildCell('A2')}</row></sheetData></worksheet>`,
})

async function createSamples(): Promise<Sample[]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const picture = sharp({ create: { width: 64, height: 40, channels: 3, background: '#12807a', noise } })
  const imageTypes = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
  const pictures = await Promise.all(
    imageTypes.map(async type => ({
      name: `a.${type}`,
      urls: imageUrls,
      content: await picture.clone().toFormat(type).toBuffer(),
    })),
  )
  const buildOpenDocument = (type: string) =>
    Buffer.from(zipSync({ mimetype: [strToU8(`application/vnd.oasis.opendocument.${type}`), { level: 0 }] }))
  const pdf = '%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'
  const webm =
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff'
  return [
    ...pictures,
    {
      name: 'a.csv',
      urls: [importsUrl],
      content: Buffer.from('Nama;Email\nAli;a@b.my\n"Siti ""S""";s@b.my\n'),
    },
    {
      name: 'a.tsv',
      urls: [importsUrl],
      content: Buffer.from(
        'SENARAI AHLI\n\nDisediakan oleh\tAli\nNama\tE-mail Address\tIC\nAli\ta@b.my\t30404141234\n',
      ),
    },
    { name: 'a.xlsx', urls: [importsUrl, ...documentUrls], content: xlsx },
    { name: 'a.docx', urls: documentUrls, content: buildOfficeFile('word', 'wordprocessingml.document') },
    { name: 'a.pptx', urls: documentUrls, content: buildOfficeFile('ppt', 'presentationml.presentation') },
    ...['text', 'spreadsheet', 'presentation'].map(type => ({
      name: 'a.odt',
      urls: documentUrls,
      content: buildOpenDocument(type),
    })),
    { name: 'a.pdf', urls: documentUrls, content: Buffer.from(pdf) },
    { name: 'a.weba', urls: [buildUploadUrl('chat_voice')], content: Buffer.from(webm, 'hex') },
    {
      name: 'a.ogg',
      urls: [buildUploadUrl('chat_voice')],
      content: Buffer.from(`OggS${'\0'.repeat(24)}OpusHead${'\0'.repeat(40)}`),
    },
    {
      name: 'a.m4a',
      urls: [buildUploadUrl('chat_voice')],
      content: Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42'),
    },
    {
      name: 'a.bin',
      urls: [buildUploadUrl('chat_sealed')],
      content: Buffer.concat([encryptedFilePrefix, Buffer.alloc(200)]),
    },
  ]
}

/** Byte offset at which an image format declares its size in pixels, for formats where the offset is fixed. */
const dimensionOffsets: Record<string, number> = { 'a.png': 16, 'a.gif': 6, 'a.webp': 24 }
const references = ['99999999999', '1048576', '&#57;99999999', '1e9', '-1', '', '0']
const columns = ['XFD', 'ZZZZZZ', 'zz', '', 'A']
const entities = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>`

const mergedRanges = [
  'A1:A2',
  'A2:A1048576',
  'A1:XFD1048576',
  'B1:A1',
  'A0:A0',
  'ZZZ1:ZZZ9',
  'A1',
  '',
  'A2:A9999999',
]

/**
 * Writes merged cells into a spreadsheet: few or very many, overlapping, reversed, or at positions that the sheet does
 * not have.
 */
function buildMerges(random: Random): string {
  const count = random.pick([1, 20, 50_000])
  const cells = Array.from({ length: count }, () => `<mergeCell ref="${random.pick(mergedRanges)}"/>`)
  return `<mergeCells count="${count}">${cells.join('')}</mergeCells>`
}

/**
 * Damages a text with delimiters (CSV): unclosed quotes, many title lines, very wide lines, or lines without
 * delimiters.
 */
function changeTextRandomly(random: Random, content: Buffer): Buffer {
  const text = content.toString()
  const change = random.pick([
    () => text.replace('Ali', '"Ali'),
    () => `${'"'.repeat(random.integer(1, 100_000))}${text}`,
    () => `${'Tajuk\n'.repeat(random.integer(1, 1000))}${text}`,
    () => `${text}${'x;'.repeat(random.pick([60, 100_000]))}\n`,
    () => text.replaceAll(/[;\t]/g, ' '),
    () => text.replaceAll('\n', '\r'),
  ])
  return Buffer.from(change())
}

/**
 * Compressed spreadsheets by the number of spaces that they contain, kept because compressing 100 MB takes a second.
 */
const inflated = new Map<number, Buffer>()

function changeSheetRandomly(random: Random, content: Buffer): Buffer {
  const parts = unzipSync(content)
  const xml = strFromU8(parts[sheetName] as Uint8Array)
  const buildSheet = (sheet: string) =>
    Buffer.from(zipSync({ ...parts, [sheetName]: strToU8(sheet) }, { level: 1 }))
  const reference = `${random.pick(columns)}${random.pick(references)}`
  const row = `<row r="${random.pick(references)}">${buildCell(reference)}</row></sheetData>`
  /** Builds a small spreadsheet file that decompresses to the given number of spaces. */
  const buildSheetWithSpaces = (spaces: number) => {
    const file =
      inflated.get(spaces) ?? buildSheet(xml.replace('</sheetData>', `${' '.repeat(spaces)}</sheetData>`))
    inflated.set(spaces, file)
    return file
  }
  const change = random.pick([
    () => buildSheet(xml.replace('</sheetData>', row)),
    () => buildSheet(entities + xml.replace('Nama', '&j;')),
    // A decompressed sheet may have 100 MB: 5 million spaces are within the limit, 101 million exceed it.
    () => buildSheetWithSpaces(random.pick([5_000_000, 101_000_000])),
    () =>
      buildSheet(xml.replace('</sheetData>', `${'<row>'.repeat(random.integer(1, 100_000))}</sheetData>`)),
    () => buildSheet(xml.replace('</sheetData>', `</sheetData>${buildMerges(random)}`)),
  ])
  return change()
}

function declareWrongSize(random: Random, { name, content }: Sample): Buffer {
  const copy = Buffer.from(content)
  const offset = dimensionOffsets[name] ?? random.integer(0, Math.max(0, copy.length - 8))
  copy.fill(random.pick([0xff, 0x7f, 0]), offset, offset + random.pick([2, 4, 8]))
  return copy
}

function flipBits(random: Random, content: Buffer): Buffer {
  const copy = Buffer.from(content)
  for (let count = random.integer(1, 20); count > 0 && copy.length > 0; count--) {
    const index = random.integer(0, copy.length - 1)
    copy[index] = (copy[index] ?? 0) ^ (1 << random.integer(0, 7))
  }
  return copy
}

function damageSample(random: Random, sample: Sample): Buffer {
  const { content } = sample
  if (sample.name === 'a.xlsx' && random.chance(0.7)) return changeSheetRandomly(random, content)
  if (/\.[ct]sv$/.test(sample.name) && random.chance(0.6)) return changeTextRandomly(random, content)
  const kind = random.integer(0, 5)
  if (kind === 0) return content.subarray(0, random.integer(0, content.length))
  if (kind === 1) return declareWrongSize(random, sample)
  if (kind === 3) return Buffer.concat([content, content.subarray(random.integer(0, content.length - 1))])
  if (kind === 4) return content
  return flipBits(random, content)
}

/** Measures heap and external memory in megabytes after a forced garbage collection. */
export function measureProcessMemory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let count = 0; count < 3; count++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_000_000
}

/**
 * Uploads damaged files and returns failures and the number of responses by status. A 503 because of a full queue is no
 * failure.
 */
export async function fuzzUploads({ target, random, logged }: Fuzzer, count: number, atOnce = 4) {
  const samples = await createSamples()
  const spreadsheets = [{ name: 'a.xlsx', urls: [importsUrl], content: xlsx }]
  const failures: string[] = []
  const statuses: Record<string, number> = {}
  for (let done = 0; done < count && failures.length < 10; done += atOnce) {
    // Each batch uploads files as a new user, because the number of unused files per user is limited.
    const { cookie } = await target.asNew({ role: 'hq_admin' })
    const sendDamagedUploads = async () => {
      // Spreadsheets are sent more often, because of all file types they can unpack to the most data.
      const sample = random.pick(random.chance(0.05) ? spreadsheets : samples)
      const url = random.pick(random.chance(0.8) ? sample.urls : allUrls)
      const name = random.chance(0.8) ? sample.name : random.pick(samples).name
      const response = await uploadFileAsUser(target.app, cookie, url, damageSample(random, sample), name)
      const { code } = response.json() as { code?: string }
      const outcome = `${response.statusCode} ${code ?? ''}`.trim()
      statuses[outcome] = (statuses[outcome] ?? 0) + 1
      const isKnownError = code !== undefined && code in errorTexts && code !== 'internal'
      if (response.statusCode !== 201 && !isKnownError) failures.push(`${outcome}: ${sample.name} to ${url}`)
    }
    await Promise.all(Array.from({ length: atOnce }, sendDamagedUploads))
  }
  const faults = logged().filter(line => !line.includes('unavailable'))
  return { wrong: [...failures, ...faults], statuses }
}
