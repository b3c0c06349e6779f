// Program of a parser process: parses one upload at a time from stdin and writes the result to stdout.
// The parser process has no other connection to the server (server/sandbox/sandbox.ts) than stdin and stdout.
import { Worker } from 'node:worker_threads'
import { AppError } from '#server/errors.ts'
import { detectFileType, reencodeImage } from '#server/features/files/parse-file.ts'
import { parseSheet } from '#server/features/imports/parsing/parse-sheet.ts'
import { renderCover } from '#server/features/public-page/render-cover.ts'
import {
  type ParserTask,
  type ResponseHead,
  readFrames,
  writeLengthPrefixedFrame,
} from '#server/sandbox/frames.ts'

const tasks: Record<ParserTask['name'], (content: Buffer, kind?: string) => Promise<Uint8Array[]>> = {
  detectFileType,
  parseSheet,
  reencodeImage,
  renderCover,
}

// The parser process ends when its stdin ends, except when a malicious upload makes the parser loop endlessly.
// A second thread ends the parser process when the server process is gone, even when the parser loops endlessly.
const server = Number(process.argv[2])
const watcher = `setInterval(() => process.ppid === ${server} || process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(watcher, { eval: true }).unref()

const writeResponse = (head: ResponseHead) =>
  writeLengthPrefixedFrame(process.stdout, Buffer.from(JSON.stringify(head)))

const frames = readFrames(process.stdin, 100_000_000)
for (;;) {
  const { value: header } = await frames.next()
  const { value: content } = await frames.next()
  if (!header || !content) break
  const { name, kind } = JSON.parse(header.toString()) as ParserTask
  try {
    const parts = await tasks[name](content, kind)
    writeResponse({ parts: parts.length })
    for (const part of parts) writeLengthPrefixedFrame(process.stdout, part)
  } catch (error) {
    const { status, code, line } = error instanceof AppError ? error : new AppError(415, 'file_type_refused')
    writeResponse({ status, code, line })
  }
}
