// Builds tar blocks in the old (v7) format, as belenios-tool does in its file archive.ml.
export const blockSize = 512
const header = { name: 'BELENIOS', mode: '0000644', owner: '0000000' }

/** Name of the first file in an election archive (tar), by which readers recognize the format. */
export const headerName = header.name

function writeAscii(block: Uint8Array, at: number, text: string) {
  for (let index = 0; index < text.length; index += 1) block[at + index] = text.charCodeAt(index)
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

/** Builds the tar header block of a file in the election archive. */
export function createTarHeader(name: string, length: number, timestamp: number): Uint8Array {
  const block = new Uint8Array(blockSize)
  writeAscii(block, 0, name)
  writeAscii(block, 100, header.mode)
  writeAscii(block, 108, header.owner)
  writeAscii(block, 116, header.owner)
  writeAscii(block, 124, octal(length, 11))
  writeAscii(block, 136, octal(timestamp, 11))
  writeAscii(block, 148, '        ')
  writeAscii(block, 156, '0')
  const sum = block.reduce((total, byte) => total + byte, 0)
  writeAscii(block, 148, `${octal(sum, 6)}\0 `)
  return block
}

/** Returns the number of bytes that the content of a file takes in a tar archive, padding included. */
export function getPaddedTarSize(length: number): number {
  return Math.ceil(length / blockSize) * blockSize
}

/** Builds the tar blocks of a file in the election archive: header and padded content. */
export function createTarFile(name: string, body: Uint8Array, timestamp: number): Uint8Array {
  const file = new Uint8Array(blockSize + getPaddedTarSize(body.length))
  file.set(createTarHeader(name, body.length, timestamp))
  file.set(body, blockSize)
  return file
}
