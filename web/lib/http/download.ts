import { readReauthenticationMethods } from '#shared/contracts/auth/reauthentication.endpoints.ts'
import { ApiError, callEndpoint, NetworkError, retryAfterReauthentication } from './api.ts'
import { requestReauthentication } from './reauthentication.ts'

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url, { credentials: 'include' }).catch(error => {
    throw new NetworkError('network', { cause: error })
  })
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  return response
}

/** Downloads a file through memory, so that an error response can be shown on the page. The server names the file. */
export async function fetchAndSaveFile(url: string): Promise<void> {
  const response = await retryAfterReauthentication(() => fetchFile(url))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveBlobAsFile(await response.blob(), name ?? '')
}

/** Lets the browser download a file of any size. If the server requires it, the user re-authenticates first. */
export async function downloadAfterReauthentication(url: string): Promise<void> {
  const { isProved } = await callEndpoint(readReauthenticationMethods)
  if (isProved || (await requestReauthentication())) downloadFileFromUrl(url, '')
}

/** Saves the content of a URL as a file. If `name` is empty, the server's file name is used. */
export function downloadFileFromUrl(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export function saveBlobAsFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  downloadFileFromUrl(url, name)
  // Revokes the object URL after a minute to free its memory. By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
