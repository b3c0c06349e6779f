// Stores the colour scheme that the user chose on this device, so that later pages have it before any script runs.
// The server reads the colour scheme from a cookie. The service worker cannot read cookies and reads it from a cache.
import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import {
  colourSchemeCache,
  colourSchemeCookie,
  colourSchemeEntry,
  isChosenColourScheme,
} from '#shared/colour-scheme.ts'

const tenYears = 10 * 365 * 24 * 60 * 60
const stored = localStorageColorSchemeManager()

async function storeColourSchemeForServiceWorker(scheme: MantineColorScheme): Promise<void> {
  // Browser caches are available only over HTTPS and on localhost.
  if (!('caches' in window)) return
  const cache = await caches.open(colourSchemeCache)
  await cache.put(colourSchemeEntry, new Response(scheme))
}

function storeColourSchemeForFirstPaint(scheme: MantineColorScheme): void {
  const maxAge = isChosenColourScheme(scheme) ? tenYears : 0
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari of old phones lack the Cookie Store API
  document.cookie = `${colourSchemeCookie}=${scheme}; path=/; max-age=${maxAge}; samesite=lax`
  void storeColourSchemeForServiceWorker(scheme).catch(() => {})
}

/** Storage of the colour scheme for the UI library Mantine. An event of local storage informs other windows. */
export const colourSchemeManager: typeof stored = {
  ...stored,
  set: scheme => {
    stored.set(scheme)
    storeColourSchemeForFirstPaint(scheme)
  },
}

/**
 * Sets the document's colour scheme before stylesheets are applied. A choice that an earlier release stored only in
 * local storage is also copied to the cookie and the cache.
 */
export function applyColourScheme(): void {
  const choice = stored.get('auto')
  const chosen = isChosenColourScheme(choice) ? choice : undefined
  const { dataset } = document.documentElement
  if (dataset.mantineColorScheme !== chosen) storeColourSchemeForFirstPaint(choice)
  const systemScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  dataset.mantineColorScheme = chosen ?? systemScheme
}
