// The worker, and the newer versions it brings. One that has come waits: the page of somebody who is typing is not taken
// away from under them.
import { createStore } from './store.ts'
import { takeOver } from './worker-messages.ts'

export const newVersion = createStore<'none' | 'ready' | 'taken'>('none')

/** A page stays open for days; browsers themselves look only when one is loaded. */
const lookEvery = 3_600_000

let registration: ServiceWorkerRegistration | undefined

export async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator
  // The first worker of all brings nothing newer than what is open.
  let hadWorker = serviceWorker.controller !== null
  const found = await serviceWorker.register('/sw.js')
  registration = found
  const look = () => {
    if (found.waiting && hadWorker) newVersion.set('ready')
  }
  look()
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', look))
  serviceWorker.addEventListener('controllerchange', () => {
    if (newVersion.get() === 'taken') return window.location.reload()
    // Another window has taken it: the files of this one's version are gone with the worker before.
    if (hadWorker) newVersion.set('ready')
    hadWorker = true
  })
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < lookEvery) return
    lookedAt = Date.now()
    found.update().catch(() => {})
  })
}

/** Switched off: registering it again would bring it back from its own farewell. */
export async function endWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map(one => one.unregister()))
}

/** The longest that somebody who asked for it looks at the version before. */
const patience = 1000

/** The page is loaded anew, as the newer version. */
export function takeNewVersion(): void {
  newVersion.set('taken')
  const waiting = registration?.waiting
  waiting?.postMessage(takeOver)
  // Browsers put the change off at times, until a page is loaded: which is wanted in any case.
  setTimeout(() => window.location.reload(), waiting ? patience : 0)
}
