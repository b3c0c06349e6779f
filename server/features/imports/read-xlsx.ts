// A spreadsheet is read in a thread of its own: the package takes seconds for a long one, and a file made to burst takes
// its own thread along and nothing else.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AppError } from '#server/errors.ts'

interface Batch {
  sheet: string
  rows: string[][]
  isLast: boolean
}

const library = createRequire(import.meta.url).resolve('read-excel-file/node')

/** Days as people write them; whatever else a cell holds, as text. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const asText = value => value === null || value === undefined ? ''
    : value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
  import(workerData.library).then(async ({ default: readXlsx }) => {
    const [{ sheet, data }] = await readXlsx(workerData.path)
    const rows = data.slice(0, workerData.most)
    for (let first = 0; first === 0 || first < rows.length; first += 1000) {
      const part = rows.slice(first, first + 1000).map(cells => cells.slice(0, 200).map(asText))
      parentPort.postMessage({ sheet, rows: part, isLast: first + 1000 >= rows.length })
    }
  })`

const patience = 60_000

/** The first sheet, up to so many rows. A file that is none, or takes too long or too much, is refused. */
export async function readXlsx(
  path: string,
  most: number,
): Promise<{ sheet: string; rows: { line: number; cells: string[] }[] }> {
  const worker = new Worker(program, {
    eval: true,
    workerData: { path, most, library: pathToFileURL(library).href },
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
      worker.on('message', ({ sheet, rows: part, isLast }: Batch) => {
        for (const cells of part) rows.push({ line: rows.length + 1, cells })
        if (isLast) resolve({ sheet, rows })
      })
    })
  } finally {
    await worker.terminate()
  }
}
