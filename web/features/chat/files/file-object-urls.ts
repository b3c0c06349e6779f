// Cache of object URLs (URLs of data in memory) for files in chat messages.
// A chat file is downloaded once, decrypted if needed, and kept in memory while the page is open.
import { downloadFile } from '#shared/contracts/files/files.endpoints.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { fetchAttachedFile, getSafeFileName } from '#web/lib/e2ee/message/attached-file.ts'
import { buildEndpointUrl } from '#web/lib/http/api.ts'
import { downloadFileFromUrl } from '#web/lib/http/download.ts'

/** Maximum number of cached chat files; the oldest are evicted and downloaded again when needed. */
const maxCached = 80
const cachedUrls = new Map<string, Promise<string>>()

export function getFileDownloadUrl({ id }: AttachedFile, size?: 'thumbnail'): string {
  return buildEndpointUrl(downloadFile, { params: { id }, query: size ? { size } : {} })
}

const loadFile = (groupId: number, file: AttachedFile) =>
  fetchAttachedFile(getFileDownloadUrl(file), groupId, file)

async function evictFile(id: string): Promise<void> {
  const url = cachedUrls.get(id)
  cachedUrls.delete(id)
  if (url) URL.revokeObjectURL(await url)
}

/** Downloads a chat file, decrypts it if needed, and returns its object URL. */
export function loadFileObjectUrl(groupId: number, file: AttachedFile): Promise<string> {
  const cached = cachedUrls.get(file.id)
  if (cached) return cached
  const loading = loadFile(groupId, file).then(blob => URL.createObjectURL(blob))
  cachedUrls.set(file.id, loading)
  loading.catch(() => cachedUrls.delete(file.id))
  for (const id of [...cachedUrls.keys()].slice(0, -maxCached)) evictFile(id).catch(() => {})
  return loading
}

export async function saveFileToDisk(groupId: number, file: AttachedFile): Promise<void> {
  downloadFileFromUrl(await loadFileObjectUrl(groupId, file), getSafeFileName(file))
}
