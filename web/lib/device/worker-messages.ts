/** Message from a page to the waiting service worker: activate now. */
export const activateMessage = 'take-over'

/** Cache and entry with the chosen colour scheme, which the page writes and the service worker reads. */
export const colourSchemeCache = 'colour-scheme'
export const colourSchemeEntry = '/colour-scheme'
