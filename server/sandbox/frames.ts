// Format in which the server and a parser process exchange data: frames of a four-byte length and the content.
// A request to a parser process consists of two frames: the task as JSON, and the upload.
// A response of a parser process is a frame with JSON, followed by as many frames as the JSON announces.
import type { Readable, Writable } from 'node:stream'

export interface ParserTask {
  name: 'detectFileType' | 'parseSheet' | 'reencodeImage' | 'renderCover'
  /** For the task `reencodeImage`: how the uploaded image will be used, for example as a profile photo. */
  kind?: string
}

export type ResponseHead = { parts: number } | { status: number; code: string; line?: number }

export function writeLengthPrefixedFrame(stream: Writable, content: Uint8Array): void {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  stream.write(length)
  stream.write(content)
}

/** Yields the frames that a parser process sends. Throws when a frame is longer than `maxLength` bytes. */
export async function* readFrames(stream: Readable, maxLength: number): AsyncGenerator<Buffer, undefined> {
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
      if (needed > maxLength) throw new Error('the frame is too long')
      if (isContent) yield frame
      isContent = !isContent
    }
  }
  return undefined
}
