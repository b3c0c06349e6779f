/** Message from a page to the waiting service worker: activate now. */
export const takeOver = 'take-over'
