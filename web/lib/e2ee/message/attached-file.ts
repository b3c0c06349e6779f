// Downloads files attached to chat messages, and decrypts those of encrypted groups.
import { replaceWrongFileExtension, sanitizeFileName } from '#shared/document-types.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'

/** Error that is thrown when the downloaded file is not the file that the sender encrypted. */
export class FileMismatchError extends Error {}

/** Returns a safe file name whose extension fits the content type, because a sender can choose any file name. */
export function getSafeFileName({ name, type }: AttachedFile): string {
  return replaceWrongFileExtension({ name: sanitizeFileName(name), contentType: type })
}

/** Downloads a file that is attached to a message, and decrypts it if it is encrypted. */
export async function fetchAttachedFile(url: string, groupId: number, file: AttachedFile): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('gone')
  if (!file.seal) return response.blob()
  const { decryptFile: openSealedFile } = await import('./encrypted-file.ts')
  const encrypted = new Uint8Array(await response.arrayBuffer())
  const decrypted = await openSealedFile(groupId, file, encrypted).catch(() => {
    throw new FileMismatchError()
  })
  return new Blob([decrypted], { type: getSafeContentType(file) })
}

/** Returns a content type with which browsers do not execute the file in this site's origin. */
function getSafeContentType({ kind, type }: AttachedFile): string {
  const isDisplayable =
    (kind === 'image' && /^image\/(jpeg|png|webp|gif|avif)$/.test(type)) ||
    (kind === 'voice' && /^audio\/[a-z0-9]+$/.test(type))
  return isDisplayable ? type : 'application/octet-stream'
}
