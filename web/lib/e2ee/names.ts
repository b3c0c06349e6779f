// What the people of a group call themselves, by their own signature: a server that renames them is not believed.
import { findCards } from '#shared/contracts/keys.endpoints.ts'
import { isSameCard } from '#shared/e2ee/card.ts'
import { readName } from '#shared/e2ee/name.ts'
import { call } from '#web/lib/api.ts'
import { loadCurves } from './curves.ts'
import type { Trust } from './trust.ts'

/** As many as one call answers. */
const atOnce = 100
/** Once a page: a new name is seen with the next one. */
const asked = new Set<number>()

export async function learnNames(trust: Trust, userIds: number[]): Promise<void> {
  const fresh = userIds.filter(userId => !asked.has(userId) && trust.pinOf(userId))
  if (fresh.length === 0) return
  const { verify } = await loadCurves()
  for (let at = 0; at < fresh.length; at += atOnce) {
    const some = fresh.slice(at, at + atOnce)
    for (const userId of some) asked.add(userId)
    const rows = await call(findCards, { query: { ids: some.join(',') } })
    for (const { card, name } of rows) {
      const pin = trust.pinOf(card.userId)
      // By the keys this person knows them by, whatever card came along.
      const said =
        name && pin && isSameCard(pin.card, card) ? await readName(pin.card, name, verify) : undefined
      if (said) await trust.learnName(card.userId, said)
    }
  }
}
