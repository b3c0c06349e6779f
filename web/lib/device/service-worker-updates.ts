// Registers the service worker and reports new versions of the app.
// A new version of the app waits until the user applies it, so that typed text is not lost by a reload.
import { createStore } from '#web/lib/state/store.ts'
import { activateMessage } from './worker-messages.ts'

export const newVersion = createStore<'none' | 'ready' | 'taken'>('none')

/**
 * Milliseconds between checks for a new service worker. Browsers check only when a page loads, but pages stay open for
 * days.
 */
const checkInterval = 3_600_000

let registration: ServiceWorkerRegistration | undefined

export async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator
  // The first service worker of a browser has the same version as the open page, so it is no new version.
  let hadWorker = serviceWorker.controller !== null
  const registered = await serviceWorker.register('/sw.js')
  registration = registered
  const checkWaiting = () => {
    if (registered.waiting && hadWorker) newVersion.set('ready')
  }
  checkWaiting()
  registered.addEventListener('updatefound', () =>
    registered.installing?.addEventListener('statechange', checkWaiting),
  )
  serviceWorker.addEventListener('controllerchange', () => {
    if (newVersion.get() === 'taken') return window.location.reload()
    // Another window has activated a new version of the app, which deleted the files of this page: it must reload.
    if (hadWorker) newVersion.set('ready')
    hadWorker = true
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < checkInterval) return
    checkedAt = Date.now()
    registered.update().catch(() => {})
  })
}

/** Removes the service worker if the operator has disabled it. */
export async function unregisterServiceWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map(workerRegistration => workerRegistration.unregister()))
}

/** Time in milliseconds after which the page reloads even if the new service worker has not taken over. */
const reloadDelay = 1000

/** Activates the waiting version of the app and reloads the page. */
export function activateNewAppVersion(): void {
  newVersion.set('taken')
  const waiting = registration?.waiting
  waiting?.postMessage(activateMessage)
  // Some browsers switch to the new service worker only when a page loads, so the page reloads in any case.
  setTimeout(() => window.location.reload(), waiting ? reloadDelay : 0)
}
