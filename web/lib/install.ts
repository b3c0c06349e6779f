// The program on the home screen, as if it were one of the phone's own.
import { createStore, useStore } from './store.ts'

/** Chromium's browsers say that they would, and let a button of ours ask. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const offer = createStore<InstallEvent | null>(null)

export function followInstall(): void {
  window.addEventListener('beforeinstallprompt', event => {
    // Not now and by itself, over what somebody is doing.
    event.preventDefault()
    offer.set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => offer.set(null))
}

/** `offer`: the browser asks at a click. `apple`, `menu`: only the person can do it, by what the browser shows. */
export type InstallWay = 'installed' | 'offer' | 'apple' | 'menu'

export function useInstallWay(): InstallWay {
  const isOffered = useStore(offer) !== null
  if (window.matchMedia('(display-mode: standalone)').matches) return 'installed'
  if (isOffered) return 'offer'
  if ('standalone' in navigator) return navigator.standalone ? 'installed' : 'apple'
  return 'menu'
}

/** After a click. A browser lets each offer be used once. */
export async function install(): Promise<void> {
  const offered = offer.get()
  offer.set(null)
  await offered?.prompt()
}
