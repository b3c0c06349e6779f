/** Local storage key prefix of check-ins recorded offline and not sent yet; the user id follows. */
export const pendingCheckInsKeyPrefix = 'perantau-check-ins-'

let isSignedOut = false

/** Returns true after the user signed out on this page: check-ins recorded offline are no longer saved. */
export const hasSignedOut = () => isSignedOut

export function deletePendingCheckIns(): void {
  isSignedOut = true
  for (const name of Object.keys(localStorage))
    if (name.startsWith(pendingCheckInsKeyPrefix)) localStorage.removeItem(name)
}
