// Responses that the browser requested through <link rel=preload as=fetch> before any script ran.
// The first screen uses preloaded responses at once, so that it shows no skeleton and requests no data again.

export interface ResponseWithText {
  response: Response
  text: string
}

interface Preloaded {
  pending: Promise<ResponseWithText>
  arrived?: ResponseWithText
  at: number
}

/** Milliseconds after which an unused preloaded response is discarded as outdated. */
const maxAge = 10_000

const preloaded = new Map<string, Preloaded>()

export async function fetchResponseAndText(url: string, init: RequestInit): Promise<ResponseWithText> {
  const response = await fetch(url, { credentials: 'include', ...init })
  return { response, text: await response.text() }
}

/** Starts reading the preloaded responses. Resolves when each response has arrived or failed. */
export async function startReadingPreloadedResponses(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]')
  for (const { href } of links) {
    const url = href.slice(window.location.origin.length)
    const preload: Preloaded = { pending: fetchResponseAndText(url, {}), at: Date.now() }
    preload.pending.then(
      answer => Object.assign(preload, { arrived: answer, at: Date.now() }),
      () => {},
    )
    preloaded.set(url, preload)
  }
  setTimeout(clearPreloadedResponses, maxAge)
  await Promise.allSettled(Array.from(preloaded.values(), ({ pending }) => pending))
}

/** Returns a preloaded request to the first caller. Later callers must send a new request. */
export function takePendingPreloadedRequest(url: string): Promise<ResponseWithText> | undefined {
  const preload = preloaded.get(url)
  preloaded.delete(url)
  return preload?.pending
}

/** Returns a preloaded response that has arrived successfully (status 2xx). Otherwise the caller sends a request. */
export function takePreloadedResponse(url: string): (ResponseWithText & { at: number }) | undefined {
  const preload = preloaded.get(url)
  if (!preload?.arrived?.response.ok) return undefined
  preloaded.delete(url)
  return { ...preload.arrived, at: preload.at }
}

/** Discards preloaded responses before a change (mutation) is sent, because the change makes them outdated. */
export function clearPreloadedResponses(): void {
  preloaded.clear()
}
