import { storeFile } from '#shared/contracts/files/files.endpoints.ts'
import type { StoredFile } from '#shared/contracts/files/files.schemas.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { convertCanvasToBlob } from '#web/lib/image/canvas.ts'
import { drawScaledImage } from '#web/lib/image/picture.ts'
import { ApiError, buildEndpointUrl, NetworkError } from './api.ts'

interface UploadOptions {
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Uploads a file with XMLHttpRequest, because fetch cannot report progress. `onProgress` gets values from 0 to 1. */
export function uploadFileWithProgress<Answer>(
  { method, address }: { method: string; address: string },
  file: Blob,
  name: string,
  { onProgress, signal }: UploadOptions = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('file', file, name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
    request.onload = () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as Answer)
      else reject(new ApiError(request.status, request.responseText, request.statusText))
    }
    request.onerror = () => reject(new NetworkError('network'))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

export function uploadFile(
  kind: FileKind,
  file: Blob,
  name: string,
  options?: UploadOptions,
): Promise<StoredFile> {
  const { method } = storeFile
  return uploadFileWithProgress(
    { method, address: buildEndpointUrl(storeFile, { query: { kind } }) },
    file,
    name,
    options,
  )
}

/** Scales an image down before the upload. A file that the browser cannot decode is returned unchanged. */
export async function shrinkImage(file: File, longest: number): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    if (Math.max(picture.width, picture.height) <= longest) return file
    return await convertCanvasToBlob(drawScaledImage(picture, longest), 'image/jpeg', 0.9)
  } catch {
    return file
  }
}
