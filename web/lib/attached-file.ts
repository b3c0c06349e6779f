// What goes with a message, as a page can use it: fetched, and opened where it is sealed.
import { nameFor, tidyName } from '#shared/document-types.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'

/** It came, and is not what was sent. */
export class NotWhatWasSent extends Error {}

/** With the one ending that fits what it is: a name that was sealed is its sender's word. */
export function nameOfFile({ name, type }: AttachedFile): string {
  return nameFor({ name: tidyName(name), contentType: type })
}

/** From wherever it is handed out; opened, where it is sealed. */
export async function readFile(address: string, groupId: number, file: AttachedFile): Promise<Blob> {
  const response = await fetch(address)
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
