import { storeFile } from '#shared/contracts/files.endpoints.ts'
import type { StoredFile } from '#shared/contracts/files.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { ApiError, addressOf, NetworkError } from './api.ts'
import { blobOf } from './canvas.ts'
import { drawSmall } from './picture.ts'

interface Sending {
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends one file and tells how far it has come, from 0 to 1; fetch cannot tell that. */
export function sendFile<Answer>(
  { method, address }: { method: string; address: string },
  file: Blob,
  name: string,
  { onProgress, signal }: Sending = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('file', file, name)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open(method, address)
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
    call.onload = () => {
      if (call.status === 201) resolve(JSON.parse(call.responseText) as Answer)
      else reject(new ApiError(call.status, call.responseText, call.statusText))
    }
    call.onerror = () => reject(new NetworkError('network'))
    call.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => call.abort())
    call.send(form)
  })
}

export function uploadFile(kind: FileKind, file: Blob, name: string, sending?: Sending): Promise<StoredFile> {
  const { method } = storeFile
  return sendFile({ method, address: addressOf(storeFile, { query: { kind } }) }, file, name, sending)
}

/** A photograph from a phone, made small before it travels; what the browser cannot open goes as it is. */
export async function shrinkImage(file: File, longest: number): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    if (Math.max(picture.width, picture.height) <= longest) return file
    return await blobOf(drawSmall(picture, longest), 'image/jpeg', 0.9)
  } catch {
    return file
  }
}
