/** Prefix of the local storage keys of unsent offline check-ins. The user id follows the prefix. */
export const pendingCheckInsKeyPrefix = 'perantau-check-ins-'

let isSignedOut = false

/** Whether the user has signed out on this page. After sign-out, offline check-ins are no longer stored. */
export const hasSignedOut = () => isSignedOut

export function deletePendingCheckIns(): void {
  isSignedOut = true
  for (const name of Object.keys(localStorage))
    if (name.startsWith(pendingCheckInsKeyPrefix)) localStorage.removeItem(name)
}
