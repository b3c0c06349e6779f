/** Message from a page to the waiting service worker: activate now. */
export const activateMessage = 'take-over'
