// Whether somebody wants to see what they could do first. It is a matter of taste and not of the data, so it stays on
// the device, for each person by themselves.
import { createStore, useStore } from './store.ts'

const placeOf = (userId: number) => `perantau-first-steps-${userId}`
const changes = createStore(0)

function isPutAway(userId: number): boolean {
  try {
    return localStorage.getItem(placeOf(userId)) !== null
  } catch {
    return false
  }
}

export function useFirstStepsHidden(userId: number): boolean {
  useStore(changes)
  return isPutAway(userId)
}

export function setFirstStepsHidden(userId: number, isHidden: boolean): void {
  try {
    if (isHidden) localStorage.setItem(placeOf(userId), 'ya')
    else localStorage.removeItem(placeOf(userId))
  } catch {
    // Then they stay in sight.
  }
  changes.set(changes.get() + 1)
}
