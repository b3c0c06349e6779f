import { groupsAPage, newestGroups } from '#shared/constants.ts'
import { listGroups } from '#shared/contracts/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call } from './api.ts'

/** Fetches all groups of the signed-in user: the newest in one request, further ones page by page. */
export async function fetchAllGroups(): Promise<GroupRow[]> {
  const newest = await call(listGroups)
  if (newest.length < newestGroups) return newest
  const all: GroupRow[] = []
  for (let after = 0; ; after = all.at(-1)?.id ?? 0) {
    const page = await call(listGroups, { query: { after: String(after) } })
    all.push(...page)
    if (page.length < groupsAPage) return all
  }
}
