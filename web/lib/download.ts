import { readProof } from '#shared/contracts/proof.endpoints.ts'
import { ApiError, call, NetworkError, withProof } from './api.ts'
import { askForProof } from './proof.ts'

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url, { credentials: 'include' }).catch(error => {
    throw new NetworkError('network', { cause: error })
  })
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  return response
}

/** For files of a size that fits in memory, where a refusal has to be said on the page. */
export async function download(url: string, fallbackName: string): Promise<void> {
  const response = await withProof(() => fetchFile(url))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await response.blob(), name ?? fallbackName)
}

/** For files of any size, which the browser fetches by itself: whoever has to prove who they are does so before. */
export async function downloadAfterProof(url: string): Promise<void> {
  const { isProved } = await call(readProof)
  if (isProved || (await askForProof())) saveFrom(url, '')
}

/** Whatever stands at an address of this page or of ours; without a name, as the server calls it. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  // The browser has taken it by then; an address left behind would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
