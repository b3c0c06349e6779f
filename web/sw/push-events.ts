// Push messages in the service worker: shows notifications, opens their pages, and closes those already seen.

import { turnPushOn } from '#shared/contracts/account/push.endpoints.ts'
import type { PushMessage, PushNotificationSubject } from '#shared/contracts/account/push.schemas.ts'
import { declineCall } from '#shared/contracts/calls/calls.endpoints.ts'
import { isTextLanguage, type TextLanguage } from '#shared/language/languages.ts'
import { registerTexts, setCurrentLanguageGetter } from '#shared/language/texts.ts'
import { isInternalRedirectTarget } from '#shared/paths.ts'
import englishTexts from '#texts/languages/en-worker.ts'
import pseudoTexts from '#texts/languages/en-XA-worker.ts'
import malayTexts from '#texts/languages/ms-worker.ts'
import { workerText } from '#texts/worker.ts'
import {
  buildPushSubscriptionBody,
  closeNotifications,
  setAppIconBadge,
} from '#web/lib/device/notifications.ts'

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
/** Parts of ServiceWorkerGlobalScope that the service worker uses. The project's DOM types do not contain them. */
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

registerTexts('ms', malayTexts)
registerTexts('en', englishTexts)
registerTexts('en-XA', pseudoTexts)

/** Language of the current push message. The service worker has no page and therefore no language of its own. */
let language: TextLanguage = 'ms'
setCurrentLanguageGetter(() => language)

/** Builds a notification for a push message that cannot be parsed, because browsers require one for every push. */
const buildUnreadableMessage = (): PushMessage => ({
  tag: 'account',
  about: 'account',
  id: 0,
  url: '/dashboard',
  title: workerText.unreadableTitle,
  body: workerText.unreadableBody,
  language,
  unseen: {},
  count: 1,
})

function parsePushMessage(data: PushEvent['data']): PushMessage {
  try {
    return (data?.json() as PushMessage | undefined) ?? buildUnreadableMessage()
  } catch {
    return buildUnreadableMessage()
  }
}

function findAppWindows(): Promise<OpenWindow[]> {
  return scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/** Options for the notification of an incoming call. Devices ignore options that they do not support. */
const getCallOptions = () => ({
  vibrate: [400, 200, 400, 800, 400, 200, 400],
  actions: [
    { action: 'open', title: workerText.acceptCall },
    { action: 'decline', title: workerText.declineCall },
  ],
  requireInteraction: true,
})

async function showNotification(message: PushMessage): Promise<void> {
  const { tag, about, id, url, title, body, unseen, count, callId, isQuiet = false } = message
  const { registration } = scope
  language = isTextLanguage(message.language) ? message.language : 'ms'
  await closeNotifications(registration, shown => unseen[shown.about]?.includes(shown.id) === false)
  const isPageVisible = (await findAppWindows()).some(({ visibilityState }) => visibilityState === 'visible')
  const data: PushNotificationSubject = { about, id, url, ...(callId && { callId }) }
  // A notification makes no sound while a page is visible, except for calls.
  const isSilent = isQuiet || (isPageVisible && about !== 'call')
  const options = {
    body,
    tag,
    data,
    lang: language,
    icon: '/icon-192.png',
    silent: isSilent,
    renotify: !isSilent,
    ...(callId && getCallOptions()),
  }
  await registration.showNotification(title, options)
  await setAppIconBadge(count)
}

let lastShown = Promise.resolve()

/** Shows notifications one at a time: a notification shown while others are being listed can get lost. */
function enqueueNotification(message: PushMessage): Promise<void> {
  const next = () => showNotification(message)
  lastShown = lastShown.then(next, next)
  return lastShown
}

/** Time (ms) within which an open page must confirm that it opens the notification's URL itself. */
const confirmationTimeout = 1000

function requestNavigation(page: OpenWindow, url: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), confirmationTimeout)
    page.postMessage({ type: 'go-to', url }, [port2])
  })
}

async function openUrlInApp(requestedUrl: string): Promise<void> {
  const url = isInternalRedirectTarget(requestedUrl) ? requestedUrl : '/'
  const windows = await findAppWindows()
  const page =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  if (!page) {
    await scope.clients.openWindow(url)
    return
  }
  const focusedPage = await page.focus().catch(() => page)
  if (await requestNavigation(focusedPage, url)) return
  // If the open page does not respond, the service worker navigates the page or opens a new window.
  await focusedPage.navigate(url).catch(() => scope.clients.openWindow(url))
}

/** Declines a call from its notification. If the request fails, the call rings for the caller until the timeout. */
async function declineCallFromNotification(callId: string): Promise<void> {
  const url = declineCall.path.replace(':id', encodeURIComponent(callId))
  const headers = { 'content-type': 'application/json' }
  await fetch(url, { method: declineCall.method, headers, body: '{}' }).catch(() => {})
}

/** Reports to the server that the browser has changed the push subscription. */
async function reportSubscription({ oldSubscription, newSubscription }: SubscriptionEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  const subscription =
    newSubscription ??
    (applicationServerKey &&
      (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })))
  if (!subscription) return
  await fetch(turnPushOn.path, {
    method: turnPushOn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(buildPushSubscriptionBody(subscription)),
  })
}

export function handlePushEvents(): void {
  scope.addEventListener('push', event => event.waitUntil(enqueueNotification(parsePushMessage(event.data))))
  scope.addEventListener('notificationclick', event => {
    event.notification.close()
    const shown = event.notification.data as PushNotificationSubject | null
    if (event.action === 'decline' && shown?.callId)
      event.waitUntil(declineCallFromNotification(shown.callId))
    else event.waitUntil(openUrlInApp(shown?.url ?? '/'))
  })
  scope.addEventListener('pushsubscriptionchange', event => event.waitUntil(reportSubscription(event)))
}
