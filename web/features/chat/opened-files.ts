// Files of messages as this page can show them: fetched, in encrypted groups opened, and kept while the page is.
import { openFile } from '#shared/contracts/files.endpoints.ts'
import { nameFor, tidyName } from '#shared/document-types.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { addressOf } from '#web/lib/api.ts'

/** It came, and is not what was sent. */
export class NotWhatWasSent extends Error {}

/** So many are kept; what was shown longest ago is fetched again when it is wanted. */
const mostKept = 80
const kept = new Map<string, Promise<string>>()

export function addressOfFile({ id }: AttachedFile, size?: 'thumbnail'): string {
  return addressOf(openFile, { params: { id }, query: size ? { size } : {} })
}

/** With the one ending that fits what it is: a name that was sealed is its sender's word. */
export function nameOfFile({ name, type }: AttachedFile): string {
  return nameFor({ name: tidyName(name), contentType: type })
}

async function load(groupId: number, file: AttachedFile): Promise<Blob> {
  const response = await fetch(addressOfFile(file))
  if (!response.ok) throw new Error('gone')
  if (!file.seal) return response.blob()
  const { openSealedFile } = await import('#web/lib/e2ee/file.ts')
  const sealed = new Uint8Array(await response.arrayBuffer())
  const plain = await openSealedFile(groupId, file, sealed).catch(() => {
    throw new NotWhatWasSent()
  })
  return new Blob([plain], { type: safeType(file) })
}

/** Nothing that a browser would run in our name. */
function safeType({ kind, type }: AttachedFile): string {
  const isShown =
    (kind === 'image' && /^image\/(jpeg|png|webp|gif|avif)$/.test(type)) ||
    (kind === 'voice' && /^audio\/[a-z0-9]+$/.test(type))
  return isShown ? type : 'application/octet-stream'
}

async function forget(id: string): Promise<void> {
  const url = kept.get(id)
  kept.delete(id)
  if (url) URL.revokeObjectURL(await url)
}

/** An address within this page. */
export function openedFile(groupId: number, file: AttachedFile): Promise<string> {
  const known = kept.get(file.id)
  if (known) return known
  const opening = load(groupId, file).then(blob => URL.createObjectURL(blob))
  kept.set(file.id, opening)
  opening.catch(() => kept.delete(file.id))
  for (const id of [...kept.keys()].slice(0, -mostKept)) forget(id).catch(() => {})
  return opening
}

export async function saveFile(groupId: number, file: AttachedFile): Promise<void> {
  const link = document.createElement('a')
  link.href = await openedFile(groupId, file)
  link.download = nameOfFile(file)
  link.click()
}
