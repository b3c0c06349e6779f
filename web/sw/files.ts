// The program itself comes from the device: its files, and the page that holds them. All of a version are fetched
// together and stay together, so what is open goes on working whatever the server has meanwhile. A newer version waits
// until it is asked to take over, or until nobody has the program open.
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { openFile } from '#shared/contracts/files.endpoints.ts'
import { frameOf } from '#shared/paths.ts'
import { takeOver } from '#web/lib/worker-messages.ts'

/** Written in by the build. */
declare const files: PrecacheEntry[]

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerScope {
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(name: 'message', listener: (event: MessageEvent) => void): void
}
const scope = self as unknown as WorkerScope

/** Written in by the server, whose settings stand in the page. */
const page = { url: '/index.html', revision: '%KEPT_VERSION%' }

/** The page with the frame of this address, as the server would have drawn it. */
async function drawPage(path: string): Promise<Response | undefined> {
  const kept = await matchPrecache(page.url)
  if (!kept) return undefined
  const html = (await kept.text()).replace('%FRAME%', frameOf(path))
  return new Response(html, { headers: kept.headers })
}

/** Pictures of people, of which those that somebody needs without a network are kept with the answers they belong to. */
const pictures = openFile.path.replace(':id', '')

export function serveFiles(): void {
  precacheAndRoute([...files, page], { directoryIndex: '', cleanURLs: false })
  registerRoute(
    new NavigationRoute(async ({ request, url }) => (await drawPage(url.pathname)) ?? fetch(request), {
      // Calls and single files are no pages; pages for everybody are the server's own, and may be gone by now.
      denylist: [/^\/(api|a)(\/|$)/, /\.[^/]*$/],
    }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(pictures),
    async ({ request }) => {
      try {
        return await fetch(request)
      } catch (error) {
        const kept = await caches.match(request)
        if (kept) return kept
        throw error
      }
    },
  )
  scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('message', ({ data }) => {
    if (data === takeOver) void scope.skipWaiting()
  })
}
