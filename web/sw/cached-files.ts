// Service worker cache of the app's own files and its HTML page.
// The files of an app version are cached together, so that an open page keeps working after a server update.
// A newer version of the app waits until a page activates it, or until no page is open.
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import {
  colourSchemeCache,
  colourSchemeEntry,
  isChosenColourScheme,
  writeColourSchemeIntoHtml,
} from '#shared/colour-scheme.ts'
import { downloadFile } from '#shared/contracts/files/files.endpoints.ts'
import { getLayoutKindOfPagePath } from '#shared/paths.ts'
import { activateMessage } from '#web/lib/device/worker-messages.ts'

/** List of the files of this app version; the build inserts it. */
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

/** HTML page that the service worker caches. The server sets its revision, as it contains server settings. */
const page = { url: '/index.html', revision: '%KEPT_VERSION%' }

/** Returns the cached HTML page with the loading skeleton for the path, as the server would render it. */
async function buildCachedPage(path: string): Promise<Response | undefined> {
  const cached = await matchPrecache(page.url)
  if (!cached) return undefined
  const scheme = await (await caches.match(colourSchemeEntry, { cacheName: colourSchemeCache }))?.text()
  const html = writeColourSchemeIntoHtml(
    (await cached.text()).replace('%FRAME%', getLayoutKindOfPagePath(path)),
    isChosenColourScheme(scheme) ? scheme : undefined,
  )
  return new Response(html, { headers: cached.headers })
}

/** URL path of uploaded files. Offline, the service worker reads them from the offline response cache of the page. */
const filePath = downloadFile.path.replace(':id', '')

export function serveCachedFiles(): void {
  precacheAndRoute([...files, page], { directoryIndex: '', cleanURLs: false })
  registerRoute(
    new NavigationRoute(async ({ request, url }) => (await buildCachedPage(url.pathname)) ?? fetch(request), {
      // URLs that the server itself renders do not get the cached page: the API, files and public pages.
      denylist: [/^\/(api|a)(\/|$)/, /\.[^/]*$/],
    }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(filePath),
    async ({ request }) => {
      try {
        return await fetch(request)
      } catch (error) {
        const cached = await caches.match(request)
        if (cached) return cached
        throw error
      }
    },
  )
  scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('message', ({ data }) => {
    if (data === activateMessage) void scope.skipWaiting()
  })
}
