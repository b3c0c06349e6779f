/** Message from a page to the waiting service worker, which then activates the new version of the app. */
export const activateMessage = 'take-over'
