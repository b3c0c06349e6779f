import { firstScreen } from '#web/lib/first-screen.ts'
import { recallAlarm } from '#web/lib/key-alarm.ts'

/** Until the page has come to rest: keys can wait, and people cannot. */
const patience = 6000

/** While the program is open: keys where there are none, and an eye on those there are. `isUrgent`: needed now. */
export function followKeys(owner: { id: number; fullName: string }, isUrgent: boolean): () => void {
  recallAlarm(owner.id)
  let stop = () => {}
  let isOver = false
  const begin = async () => {
    await firstScreen
    const { watchKeys } = await import('./watch-keys.ts')
    if (!isOver) stop = watchKeys(owner)
  }
  // What did not come over a bad network comes with the next page.
  const timer = setTimeout(() => void begin().catch(() => {}), isUrgent ? 0 : patience)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop()
  }
}
