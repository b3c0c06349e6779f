/** Local storage key prefix of check-ins recorded offline and not sent yet; the user id follows. */
export const marksPlace = 'perantau-check-ins-'

let isSignedOut = false

/** Returns true after the user signed out on this page: pending check-ins are no longer saved. */
export const hasLeft = () => isSignedOut

export function forgetMarks(): void {
  isSignedOut = true
  for (const name of Object.keys(localStorage)) if (name.startsWith(marksPlace)) localStorage.removeItem(name)
}
