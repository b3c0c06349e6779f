// Offers to install the app on the home screen.
import { createStore, useStoreState } from '#web/lib/state/store.ts'

/** Event by which Chromium browsers announce that the app can be installed, so that a button can offer it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const offer = createStore<InstallEvent | null>(null)

export function listenForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    // Suppresses the browser's own install prompt, which would interrupt the user.
    event.preventDefault()
    offer.set(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => offer.set(null))
}

/** How the user can install the app. `offer`: by the browser's prompt. `apple`, `menu`: by the browser's menu. */
export type InstallMethod = 'installed' | 'offer' | 'apple' | 'menu'

export function useAppInstallMethod(): InstallMethod {
  const isOffered = useStoreState(offer) !== null
  if (window.matchMedia('(display-mode: standalone)').matches) return 'installed'
  if (isOffered) return 'offer'
  if ('standalone' in navigator) return navigator.standalone ? 'installed' : 'apple'
  return 'menu'
}

/** Shows the browser's install prompt after a click. Each `beforeinstallprompt` event allows one prompt. */
export async function showInstallPrompt(): Promise<void> {
  const installEvent = offer.get()
  offer.set(null)
  await installEvent?.prompt()
}
