// Stores on this device, not on the server, whether the user has hidden the list of first steps.
import { createStore, useStoreState } from '#web/lib/state/store.ts'

const buildFirstStepsStorageKey = (userId: number) => `perantau-first-steps-${userId}`
const changes = createStore(0)

function areFirstStepsHidden(userId: number): boolean {
  try {
    return localStorage.getItem(buildFirstStepsStorageKey(userId)) !== null
  } catch {
    return false
  }
}

export function useIsFirstStepsCardHidden(userId: number): boolean {
  useStoreState(changes)
  return areFirstStepsHidden(userId)
}

export function setFirstStepsCardHidden(userId: number, isHidden: boolean): void {
  try {
    if (isHidden) localStorage.setItem(buildFirstStepsStorageKey(userId), 'ya')
    else localStorage.removeItem(buildFirstStepsStorageKey(userId))
  } catch {
    // Without local storage the choice to hide the checklist for new users is lost, so it stays visible.
  }
  changes.set(changes.get() + 1)
}
