import { QueryObserver } from '@tanstack/react-query'
import { addDevice, readMyKeys } from '#shared/contracts/keys.endpoints.ts'
import type { MyKeys } from '#shared/contracts/keys.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { call, query } from '#web/lib/api.ts'
import { ensureKeys, readDeviceKeys } from '#web/lib/e2ee/my-keys.ts'
import { type KeyAlarm, setAlarm } from '#web/lib/key-alarm.ts'
import { createMutex } from '#web/lib/mutex.ts'
import { queryClient } from '#web/lib/query-client.ts'

const aDay = 24 * 60 * 60 * 1000

/** What the server shows everybody, held against what this device has. */
function compare(own: Card, { card, createdAt }: MyKeys): KeyAlarm | null {
  if (!card || isSameCard(own, card)) return null
  if (card.gen === own.gen) return { kind: 'foreign', since: createdAt }
  return { kind: card.gen > own.gen ? 'renewed' : 'behind', since: createdAt }
}

/** Now, and whenever the server says that something about them changed. */
export function watchKeys(owner: { id: number; fullName: string }): () => void {
  let hasReported = false
  async function look(mine: MyKeys): Promise<void> {
    const device = await readDeviceKeys(owner.id)
    // A browser that cannot take part says so where it is asked to.
    if (device.obstacle) return
    // None are known: the first, or those of this device once more, because the server was set back.
    if (!mine.card) return void (await ensureKeys(owner))
    const { identity } = device
    setAlarm(owner.id, identity && compare(identity.card, mine))
    if (!identity || !isSameCard(identity.card, mine.card) || hasReported) return
    const here = mine.devices.find(({ dev }) => dev === identity.dev)
    if (here && Date.now() - Date.parse(here.usedAt) < aDay) return
    hasReported = true
    await call(addDevice, { body: { dev: identity.dev, gen: identity.card.gen } })
  }

  let last: MyKeys | undefined
  const inTurn = createMutex()
  const observer = new QueryObserver(queryClient, query(readMyKeys))
  const follow = ({ data }: { data?: MyKeys }) => {
    if (!data || data === last) return
    last = data
    // Another time will do: what could not be done now is tried again with the next change, or the next page.
    inTurn(() => look(data)).catch(() => {})
  }
  const stop = observer.subscribe(follow)
  follow(observer.getCurrentResult())
  return stop
}
