/**
 * Cookie with the colour scheme (light or dark) chosen on this device. Without the cookie, pages follow the operating
 * system.
 */
export const colourSchemeCookie = 'scheme'

/** Browser cache and its entry, in which the service worker finds the colour scheme the user chose. */
export const colourSchemeCache = 'colour-scheme'
export const colourSchemeEntry = '/colour-scheme'

export type ChosenColourScheme = 'light' | 'dark'

export const isChosenColourScheme = (value: string | undefined): value is ChosenColourScheme =>
  value === 'light' || value === 'dark'

/**
 * Writes the chosen colour scheme into an HTML page, so that the first paint has the chosen colours before any script
 * runs.
 */
export function writeColourSchemeIntoHtml(page: string, scheme: ChosenColourScheme | undefined): string {
  if (!scheme) return page
  return page
    .replace('<html ', `<html data-mantine-color-scheme="${scheme}" `)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${scheme}"`)
}
