// A file of an encrypted group: sealed here under a key of its own, which goes into the sealed message with the digest of
// what the server was given. Whatever the server hands out instead is refused.
import { type Bytes, concat, decode, encode, sha256, toBytes } from '#shared/e2ee/encoding.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { sealedFileMark } from '#shared/e2ee/sealed-file.ts'
import { importAesKey, openAes, sealAes } from './aes.ts'

export type FileSeal = NonNullable<AttachedFile['seal']>

/** Filled up to whole steps, so that its length says little. */
const step = 32_768

/** What it is bound to: a file of one group is none of another. */
const boundTo = (groupId: number) => toBytes(`perantau/file/1 ${groupId}`)

export async function sealFile(groupId: number, plain: Bytes): Promise<{ sealed: Bytes; seal: FileSeal }> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const padded = concat(plain, new Uint8Array(step - (plain.length % step)))
  const cipher = await sealAes(await importAesKey(raw), padded, boundTo(groupId))
  const sealed = concat(sealedFileMark, cipher)
  return { sealed, seal: { key: encode(raw), hash: await sha256(sealed) } }
}

/** Throws unless these are the bytes that the sender of the message sealed, all of them and in this group. */
export async function openSealedFile(
  groupId: number,
  { seal, size }: Pick<AttachedFile, 'seal' | 'size'>,
  sealed: Bytes,
): Promise<Bytes> {
  if (!seal || (await sha256(sealed)) !== seal.hash) throw new Error('not the file that was sent')
  const key = await importAesKey(decode(seal.key))
  const plain = await openAes(key, sealed.slice(sealedFileMark.length), boundTo(groupId))
  if (size > plain.length) throw new Error('not the file that was sent')
  return plain.slice(0, size)
}
