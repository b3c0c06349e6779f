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

/** Downloads a file through memory, so that an error response can be shown on the page. */
export async function download(url: string, fallbackName: string): Promise<void> {
  const response = await withProof(() => fetchFile(url))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await response.blob(), name ?? fallbackName)
}

/** Lets the browser download a file of any size, after the user has re-authenticated if the server requires it. */
export async function downloadAfterProof(url: string): Promise<void> {
  const { isProved } = await call(readProof)
  if (isProved || (await askForProof())) saveFrom(url, '')
}

/** Saves the content of a URL as a file. With an empty name, the server's file name is used. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  // The browser has read the blob by then. An object URL that is not revoked keeps the file in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
