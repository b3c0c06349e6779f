// What the browser's worker does with pushes: shows them, leads to what they are about, and takes away what was seen
// elsewhere meanwhile.
import { declineCall } from '#shared/contracts/calls.endpoints.ts'
import { turnPushOn } from '#shared/contracts/push.endpoints.ts'
import type { PushMessage, Shown } from '#shared/contracts/push.ts'
import { isOwnPath } from '#shared/paths.ts'
import { bodyOf, closeSeen, setBadge } from '#web/lib/shown.ts'

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface PushEvent extends WorkerEvent {
  data: { json(): unknown } | null
}
interface ClickEvent extends WorkerEvent {
  notification: Notification
  action: string
}
interface SubscriptionEvent extends WorkerEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}
interface OpenWindow {
  focused: boolean
  visibilityState: string
  focus(): Promise<OpenWindow>
  navigate(url: string): Promise<unknown>
  postMessage(message: unknown, ports: MessagePort[]): void
}
/** The parts of it that are used here; the types of pages, which everything else needs, do not know it. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', listener: (event: ClickEvent) => void): void
  addEventListener(name: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void
}
const scope = self as unknown as WorkerScope

/** Browsers ask that something is shown for every push: so for one that cannot be read, too. */
const unreadable: PushMessage = {
  tag: 'account',
  about: 'account',
  id: 0,
  url: '/dashboard',
  title: 'Ada yang baharu',
  body: 'Buka untuk melihatnya.',
  unseen: {},
  count: 1,
}

function read(data: PushEvent['data']): PushMessage {
  try {
    return (data?.json() as PushMessage | undefined) ?? unreadable
  } catch {
    return unreadable
  }
}

function findWindows(): Promise<OpenWindow[]> {
  return scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/** As a telephone does. Where a device cannot, nothing happens. */
const ringing = {
  vibrate: [400, 200, 400, 800, 400, 200, 400],
  actions: [
    { action: 'open', title: 'Terima' },
    { action: 'decline', title: 'Tolak' },
  ],
  requireInteraction: true,
}

async function show(message: PushMessage): Promise<void> {
  const { tag, about, id, url, title, body, unseen, count, callId, isQuiet = false } = message
  const { registration } = scope
  await closeSeen(registration, shown => unseen[shown.about]?.includes(shown.id) === false)
  const isInSight = (await findWindows()).some(({ visibilityState }) => visibilityState === 'visible')
  const data: Shown = { about, id, url, ...(callId && { callId }) }
  // Whoever has the program before them is not called away by a sound. A call rings either way.
  const isSilent = isQuiet || (isInSight && about !== 'call')
  const options = {
    body,
    tag,
    data,
    lang: 'ms',
    icon: '/icon-192.png',
    silent: isSilent,
    renotify: !isSilent,
    ...(callId && ringing),
  }
  await registration.showNotification(title, options)
  await setBadge(count)
}

let showing = Promise.resolve()

/** One after the other: a browser that is asked for what it shows may lose what is just being shown. */
function showInTurn(message: PushMessage): Promise<void> {
  const next = () => show(message)
  showing = showing.then(next, next)
  return showing
}

/** How long a page has to say that it goes there by itself, without being loaded anew. */
const patience = 1000

function asksPage(page: OpenWindow, url: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), patience)
    page.postMessage({ type: 'go-to', url }, [port2])
  })
}

async function goTo(wanted: string): Promise<void> {
  const url = isOwnPath(wanted) ? wanted : '/'
  const windows = await findWindows()
  const page =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  if (!page) {
    await scope.clients.openWindow(url)
    return
  }
  const inFront = await page.focus().catch(() => page)
  if (await asksPage(inFront, url)) return
  // Not in the program, such as at the login; one that this worker does not serve cannot be led.
  await inFront.navigate(url).catch(() => scope.clients.openWindow(url))
}

/** If it does not arrive it goes on ringing for the other until it has rung long enough. */
async function decline(callId: string): Promise<void> {
  const address = declineCall.path.replace(':id', encodeURIComponent(callId))
  const headers = { 'content-type': 'application/json' }
  await fetch(address, { method: declineCall.method, headers, body: '{}' }).catch(() => {})
}

/** The push service gave the browser another address: the server learns of it. */
async function renew({ oldSubscription, newSubscription }: SubscriptionEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  const subscription =
    newSubscription ??
    (applicationServerKey &&
      (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })))
  if (!subscription) return
  await fetch(turnPushOn.path, {
    method: turnPushOn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(subscription)),
  })
}

export function followPushes(): void {
  scope.addEventListener('push', event => event.waitUntil(showInTurn(read(event.data))))
  scope.addEventListener('notificationclick', event => {
    event.notification.close()
    const shown = event.notification.data as Shown | null
    if (event.action === 'decline' && shown?.callId) event.waitUntil(decline(shown.callId))
    else event.waitUntil(goTo(shown?.url ?? '/'))
  })
  scope.addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event)))
}
