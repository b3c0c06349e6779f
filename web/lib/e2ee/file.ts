// Encrypts the files of encrypted groups, each under its own random key.
// The encrypted message carries that key and the ciphertext's digest, so the server cannot substitute a file.
import { type Bytes, concat, decode, encode, sha256, toBytes } from '#shared/e2ee/encoding.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { sealedFileMark } from '#shared/e2ee/sealed-file.ts'
import { importAesKey, openAes, sealAes } from './aes.ts'

export type FileSeal = NonNullable<AttachedFile['seal']>

/** Files are padded to multiples of this many bytes, to hide their length. */
const paddingSize = 32_768

/** Binds the ciphertext to a group, so that it cannot be moved to another. */
const buildContext = (groupId: number) => toBytes(`perantau/file/1 ${groupId}`)

export async function sealFile(
  groupId: number,
  plaintext: Bytes,
): Promise<{ sealed: Bytes; seal: FileSeal }> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const padded = concat(plaintext, new Uint8Array(paddingSize - (plaintext.length % paddingSize)))
  const cipher = await sealAes(await importAesKey(raw), padded, buildContext(groupId))
  const ciphertext = concat(sealedFileMark, cipher)
  return { sealed: ciphertext, seal: { key: encode(raw), hash: await sha256(ciphertext) } }
}

/** Decrypts a file. Throws unless these are exactly the bytes that the sender encrypted for this group. */
export async function openSealedFile(
  groupId: number,
  { seal, size }: Pick<AttachedFile, 'seal' | 'size'>,
  ciphertext: Bytes,
): Promise<Bytes> {
  if (!seal || (await sha256(ciphertext)) !== seal.hash) throw new Error('not the file that was sent')
  const key = await importAesKey(decode(seal.key))
  const plaintext = await openAes(key, ciphertext.slice(sealedFileMark.length), buildContext(groupId))
  if (size > plaintext.length) throw new Error('not the file that was sent')
  return plaintext.slice(0, size)
}
