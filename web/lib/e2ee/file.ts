// A file of an encrypted group: sealed here under a key of its own, which goes into the sealed message with the digest of
// what the server was given. Whatever the server hands out instead is refused.
import { type Bytes, concat, decode, encode, sha256, toBytes } from '#shared/e2ee/encoding.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { nonceSize, sealedFileMark } from '#shared/e2ee/sealed-file.ts'

export type FileSeal = NonNullable<AttachedFile['seal']>

/** Filled up to whole steps, so that its length says little. */
const step = 32_768

/** What it is bound to: a file of one group is none of another. */
const boundTo = (groupId: number) => toBytes(`perantau/file/1 ${groupId}`)

const keyFrom = (raw: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, [use])

export async function sealFile(groupId: number, plain: Bytes): Promise<{ sealed: Bytes; seal: FileSeal }> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const iv = crypto.getRandomValues(new Uint8Array(nonceSize))
  const how = { name: 'AES-GCM', iv, additionalData: boundTo(groupId) }
  const padded = concat(plain, new Uint8Array(step - (plain.length % step)))
  const cipher = new Uint8Array(await crypto.subtle.encrypt(how, await keyFrom(raw, 'encrypt'), padded))
  const sealed = concat(sealedFileMark, iv, cipher)
  return { sealed, seal: { key: encode(raw), hash: await sha256(sealed) } }
}

/** Throws unless these are the bytes that the sender of the message sealed, all of them and in this group. */
export async function openSealedFile(
  groupId: number,
  { seal, size }: Pick<AttachedFile, 'seal' | 'size'>,
  sealed: Bytes,
): Promise<Bytes> {
  if (!seal || (await sha256(sealed)) !== seal.hash) throw new Error('not the file that was sent')
  const start = sealedFileMark.length
  const iv = sealed.slice(start, start + nonceSize)
  const how = { name: 'AES-GCM', iv, additionalData: boundTo(groupId) }
  const key = await keyFrom(decode(seal.key), 'decrypt')
  const plain = new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.slice(start + nonceSize)))
  if (size > plain.length) throw new Error('not the file that was sent')
  return plain.slice(0, size)
}
