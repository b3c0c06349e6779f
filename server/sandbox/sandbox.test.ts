import { readdirSync, readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createTestLog } from '#server/test/harness/test-log.ts'
import { createParserSandbox } from './sandbox.ts'

const limits = {
  processes: 1,
  maxQueueLength: 10,
  queueTimeoutMs: 60_000,
  taskTimeoutMs: 60_000,
  maxMemoryBytes: 400_000_000,
  maxOutputBytes: 1_000_000,
}
const silent = pino({ level: 'silent' })
const csv = Buffer.from('Nama,Email\nAli,ali@contoh.my\n')
const parseCsv = (
  sandbox: ReturnType<typeof createParserSandbox>,
  log: Pick<typeof silent, 'warn'> = silent,
) => sandbox.parse(log, { name: 'parseSheet' }, csv, parts => JSON.parse(String(parts[1]))[0].cells)

/**
 * XLSX file with a row at a huge position. The position is written as an XML entity, which the parser's check does not
 * decode.
 */
function buildXlsxWithDistantRow(): Uint8Array {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><x:row x:r="&#57;9999999999"><c r="A1" t="inlineStr"><is><t>x</t></is></c></x:row></sheetData></worksheet>',
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}

/** Returns the ids of the parser processes that the given process started. */
function listParserProcesses(pid: number): string[] {
  return readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      const isChild = readFileSync(`/proc/${name}/status`, 'utf8').includes(`\nPPid:\t${pid}\n`)
      return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('parse-upload.js')
    } catch {
      return false
    }
  })
}

describe('createParserSandbox', () => {
  it('a parser that exceeds its memory limit is killed, the upload gets 422 and the next upload is parsed', async () => {
    const { log, lines } = createTestLog('warn')
    const sandbox = createParserSandbox({ ...limits, maxMemoryBytes: 150_000_000 })
    const hostile = sandbox.parse(log, { name: 'parseSheet' }, buildXlsxWithDistantRow(), parts => parts)
    await expect(hostile).rejects.toMatchObject({ status: 422, code: 'file_unreadable' })
    expect(lines()).toMatchObject([{ task: 'parseSheet', reason: expect.stringMatching(/memory|ended/) }])
    expect(await parseCsv(createParserSandbox(limits))).toEqual(['Nama', 'Email'])
  })

  it('an upload that takes too long to parse is refused with 422', async () => {
    const { log, lines } = createTestLog('warn')
    const parsing = parseCsv(createParserSandbox({ ...limits, taskTimeoutMs: -1 }), log)
    await expect(parsing).rejects.toMatchObject({ status: 422 })
    expect(lines()).toMatchObject([{ reason: 'time' }])
  })

  it('an upload whose parsed output is too large gets 422', async () => {
    const parsing = parseCsv(createParserSandbox({ ...limits, maxOutputBytes: 20 }))
    await expect(parsing).rejects.toMatchObject({ status: 422 })
  })

  it('an upload whose parsed result does not validate gets 422', async () => {
    const invalid = createParserSandbox(limits).parse(silent, { name: 'parseSheet' }, csv, () => {
      throw new Error('invalid')
    })
    await expect(invalid).rejects.toMatchObject({ status: 422 })
  })

  it('an upload gets 503 when the queue of the sandbox is full', async () => {
    const sandbox = createParserSandbox({ ...limits, maxQueueLength: 0 })
    const [first, second] = await Promise.allSettled([parseCsv(sandbox), parseCsv(sandbox)])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ reason: { status: 503, code: 'unavailable' } })
  })
})

describe.runIf(process.platform === 'linux')('parser process', () => {
  it('a parser process has an empty environment and may not write files or start programs', async () => {
    const before = listParserProcesses(process.pid)
    await parseCsv(createParserSandbox(limits))
    const [pid] = listParserProcesses(process.pid).filter(child => !before.includes(child))
    const flags = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('')
    expect(flags.some(flag => /^--(experimental-)?permission$/.test(flag))).toBe(true)
    expect(flags.filter(flag => /^--allow-(fs-write|child-process|net|wasi)/.test(flag))).toEqual([])
  })

  it('one parser process serves several uploads one after the other', async () => {
    const before = listParserProcesses(process.pid)
    const sandbox = createParserSandbox(limits)
    for (let count = 0; count < 3; count++) await parseCsv(sandbox)
    expect(listParserProcesses(process.pid).filter(child => !before.includes(child))).toHaveLength(1)
  })
})
