// Encrypts the files of encrypted groups, each under its own random key.
// The encrypted message carries the file key and the ciphertext's digest, so the server cannot substitute a file.
import {
  type Bytes,
  concatBytes,
  decodeBase64url,
  encodeBase64url,
  encodeUtf8,
  hashSha256,
} from '#shared/e2ee/encoding.ts'
import { encryptedFilePrefix } from '#shared/e2ee/encrypted-file.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { decryptWithAes, encryptWithAes, importAesKey } from '#web/lib/e2ee/crypto/aes.ts'

export type FileEncryption = NonNullable<AttachedFile['seal']>

/** Files are padded to multiples of this number of bytes, to hide their length. */
const paddingSize = 32_768

/**
 * Additional data that binds the ciphertext of a file to its group, so that the file cannot be moved to another group.
 */
const buildContext = (groupId: number) => encodeUtf8(`perantau/file/1 ${groupId}`)

export async function encryptFile(
  groupId: number,
  plaintext: Bytes,
): Promise<{ sealed: Bytes; seal: FileEncryption }> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const padded = concatBytes(plaintext, new Uint8Array(paddingSize - (plaintext.length % paddingSize)))
  const cipher = await encryptWithAes(await importAesKey(raw), padded, buildContext(groupId))
  const ciphertext = concatBytes(encryptedFilePrefix, cipher)
  return { sealed: ciphertext, seal: { key: encodeBase64url(raw), hash: await hashSha256(ciphertext) } }
}

/** Decrypts a file. Throws unless the bytes are those that the sender encrypted for this group. */
export async function decryptFile(
  groupId: number,
  { seal, size }: Pick<AttachedFile, 'seal' | 'size'>,
  ciphertext: Bytes,
): Promise<Bytes> {
  if (!seal || (await hashSha256(ciphertext)) !== seal.hash) throw new Error('not the file that was sent')
  const key = await importAesKey(decodeBase64url(seal.key))
  const plaintext = await decryptWithAes(
    key,
    ciphertext.slice(encryptedFilePrefix.length),
    buildContext(groupId),
  )
  if (size > plaintext.length) throw new Error('not the file that was sent')
  return plaintext.slice(0, size)
}
