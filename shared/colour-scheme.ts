/** Cookie with the colour scheme chosen on this device. Without it, pages follow the system. */
export const colourSchemeCookie = 'scheme'

/** Cache and entry with the chosen colour scheme, which the page writes and the service worker reads. */
export const colourSchemeCache = 'colour-scheme'
export const colourSchemeEntry = '/colour-scheme'

export type ChosenColourScheme = 'light' | 'dark'

export const isChosenColourScheme = (value: string | undefined): value is ChosenColourScheme =>
  value === 'light' || value === 'dark'

/** Writes the chosen colour scheme into an HTML page, so that the first paint has its colours without a script. */
export function setDocumentColourScheme(page: string, scheme: ChosenColourScheme | undefined): string {
  if (!scheme) return page
  return page
    .replace('<html ', `<html data-mantine-color-scheme="${scheme}" `)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${scheme}"`)
}
