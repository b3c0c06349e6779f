// The wire format between the server and a parser process. A frame is a length of four bytes, followed by that many bytes.
// A request consists of two frames: the task as JSON, and the upload. A response consists of its head as JSON, and the parts
// that the head announces.
import type { Readable, Writable } from 'node:stream'

export interface ParserTask {
  name: 'detectType' | 'parseSheet' | 'redrawImage' | 'renderCover'
  /** The kind of image, for `redrawImage`. */
  kind?: string
}

export type ResponseHead = { parts: number } | { status: number; code: string }

export function writeFrame(stream: Writable, content: Uint8Array): void {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  stream.write(length)
  stream.write(content)
}

/** Throws when a frame announces more than `longest` bytes. */
export async function* readFrames(stream: Readable, longest: number): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = []
  let size = 0
  let needed = 4
  let isContent = false
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= needed) {
      const all = Buffer.concat(chunks)
      const frame = all.subarray(0, needed)
      chunks = [all.subarray(needed)]
      size -= needed
      needed = isContent ? 4 : frame.readUInt32BE()
      if (needed > longest) throw new Error('the frame is too long')
      if (isContent) yield frame
      isContent = !isContent
    }
  }
  return undefined
}
