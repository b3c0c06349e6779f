import { groupsAPage, newestGroups } from '#shared/constants.ts'
import { listGroups } from '#shared/contracts/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call } from './api.ts'

/** Every group one is in. `onNewest`: whoever is in a great many has those first. */
export async function fetchAllGroups(onNewest?: (groups: GroupRow[]) => void): Promise<GroupRow[]> {
  const newest = await call(listGroups)
  if (newest.length < newestGroups) return newest
  onNewest?.(newest)
  const all: GroupRow[] = []
  for (let after = 0; ; after = all.at(-1)?.id ?? 0) {
    const page = await call(listGroups, { query: { after: String(after) } })
    all.push(...page)
    if (page.length < groupsAPage) return all
  }
}
