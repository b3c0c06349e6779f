// Responses that the HTML document requested with <link rel=preload as=fetch> before any script ran.
// The first screen renders with the preloaded responses at once, instead of showing a skeleton and loading again.

export interface ResponseWithText {
  response: Response
  text: string
}

interface Preloaded {
  pending: Promise<ResponseWithText>
  arrived?: ResponseWithText
  at: number
}

/** Preloaded responses that no screen has used within this time (ms) are discarded as outdated. */
const maxAge = 10_000

const preloaded = new Map<string, Preloaded>()

export async function fetchResponseText(url: string, init: RequestInit): Promise<ResponseWithText> {
  const response = await fetch(url, { credentials: 'include', ...init })
  return { response, text: await response.text() }
}

/** Starts reading the preloaded responses. Resolves when each has arrived or failed. */
export async function startReadingPreloads(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]')
  for (const { href } of links) {
    const url = href.slice(window.location.origin.length)
    const preload: Preloaded = { pending: fetchResponseText(url, {}), at: Date.now() }
    preload.pending.then(
      answer => Object.assign(preload, { arrived: answer, at: Date.now() }),
      () => {},
    )
    preloaded.set(url, preload)
  }
  setTimeout(clearPreloadedResponses, maxAge)
  await Promise.allSettled(Array.from(preloaded.values(), ({ pending }) => pending))
}

/** Hands out a preloaded request once; a second caller sends a new request. */
export function takePendingPreload(url: string): Promise<ResponseWithText> | undefined {
  const preload = preloaded.get(url)
  preloaded.delete(url)
  return preload?.pending
}

/** Hands out a preloaded response that arrived with a 2xx status. Pending and failed ones stay for the request. */
export function takePreloadedResponse(url: string): (ResponseWithText & { at: number }) | undefined {
  const preload = preloaded.get(url)
  if (!preload?.arrived?.response.ok) return undefined
  preloaded.delete(url)
  return { ...preload.arrived, at: preload.at }
}

/** Discards preloaded responses. Called before every mutation, because responses from before it are outdated. */
export function clearPreloadedResponses(): void {
  preloaded.clear()
}
