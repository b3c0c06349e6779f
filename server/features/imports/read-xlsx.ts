// A spreadsheet is read in a thread of its own: the package takes seconds for a long one. What it unpacks lies outside of
// what a thread can be limited to, and it believes whatever sizes the file claims; so the file is unpacked here first,
// no further than a list of people can be, and what the package gets is packed anew.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createSemaphore } from '#server/concurrency/semaphore.ts'
import { AppError } from '#server/errors.ts'

interface Batch {
  sheet: string
  rows: string[][]
  isLast: boolean
  isTooLarge?: true
}

const addressOf = (name: string) => pathToFileURL(createRequire(import.meta.url).resolve(name)).href

/** Of all the parts that are read, unpacked. */
export const mostUnpacked = 100_000_000
/** Each may take some hundred megabytes. */
const oneAtATime = createSemaphore({ slots: 1, longestQueue: 10, patience: 60_000 })

/** Days as people write them; whatever else a cell holds, as text. */
const program = `
  const { createReadStream } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  const asText = value => value === null || value === undefined ? ''
    : value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
  const unpack = ({ Unzip, UnzipInflate, zipSync }) => new Promise((resolve, reject) => {
    const parts = {}
    let size = 0
    const unzip = new Unzip(file => {
      if (!/\\.(xml|rels)$/.test(file.name) || file.name in parts) return
      const chunks = parts[file.name] = []
      file.ondata = (error, chunk) => {
        if (error) return reject(error)
        size += chunk.length
        if (size <= workerData.mostUnpacked) chunks.push(chunk)
      }
      file.start()
    })
    unzip.register(UnzipInflate)
    createReadStream(workerData.path)
      .on('data', function (chunk) {
        unzip.push(chunk)
        if (size <= workerData.mostUnpacked) return
        // Whoever asked ends the thread.
        this.destroy()
        parentPort.postMessage({ isTooLarge: true })
      })
      .on('error', reject)
      .on('end', () => {
        unzip.push(new Uint8Array(0), true)
        const whole = Object.entries(parts).map(([name, chunks]) => [name, Buffer.concat(chunks)])
        resolve(Buffer.from(zipSync(Object.fromEntries(whole), { level: 0 })))
      })
  })
  Promise.all([import(workerData.reader), import(workerData.unpacker)]).then(async ([reader, unpacker]) => {
    const [{ sheet, data }] = await reader.default(await unpack(unpacker))
    const rows = data.slice(0, workerData.most)
    for (let first = 0; first === 0 || first < rows.length; first += 1000) {
      const part = rows.slice(first, first + 1000).map(cells => cells.slice(0, 200).map(asText))
      parentPort.postMessage({ sheet, rows: part, isLast: first + 1000 >= rows.length })
    }
  })`

const patience = 60_000

interface Book {
  sheet: string
  rows: { line: number; cells: string[] }[]
}

/** The first sheet, up to so many rows. A file that is none, or takes too long or too much, is refused. */
export function readXlsx(path: string, most: number): Promise<Book> {
  return oneAtATime.run(() => readInThread(path, most))
}

async function readInThread(path: string, most: number): Promise<Book> {
  const worker = new Worker(program, {
    eval: true,
    workerData: {
      path,
      most,
      mostUnpacked,
      reader: addressOf('read-excel-file/node'),
      unpacker: addressOf('fflate'),
    },
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
    stdout: true,
    stderr: true,
  })
  const rows: { line: number; cells: string[] }[] = []
  try {
    return await new Promise((resolve, reject) => {
      const refuse = () => reject(new AppError(415, 'file_type_refused'))
      setTimeout(refuse, patience).unref()
      worker.on('error', refuse)
      worker.on('exit', refuse)
      worker.on('message', ({ sheet, rows: part, isLast, isTooLarge }: Batch) => {
        if (isTooLarge) return reject(new AppError(413, 'too_large'))
        for (const cells of part) rows.push({ line: rows.length + 1, cells })
        if (isLast) resolve({ sheet, rows })
      })
    })
  } finally {
    await worker.terminate()
  }
}
