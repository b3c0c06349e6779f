import { ApiError, NetworkError } from './api.ts'

/** For files of a size that fits in memory, where a refusal has to be said on the page. */
export async function download(url: string, fallbackName: string): Promise<void> {
  const response = await fetch(url, { credentials: 'include' }).catch(error => {
    throw new NetworkError('network', { cause: error })
  })
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await response.blob(), name ?? fallbackName)
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken it by then; an address left behind would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
