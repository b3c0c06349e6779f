import { groupsPerPage, initialGroupLimit } from '#shared/constants.ts'
import { listGroups } from '#shared/contracts/chat/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

/** Fetches all chat groups of the signed-in user: the newest groups in one request, older groups page by page. */
export async function fetchAllChatGroups(): Promise<GroupRow[]> {
  const newest = await callEndpoint(listGroups)
  if (newest.length < initialGroupLimit) return newest
  const all: GroupRow[] = []
  for (let after = 0; ; after = all.at(-1)?.id ?? 0) {
    const page = await callEndpoint(listGroups, { query: { after: String(after) } })
    all.push(...page)
    if (page.length < groupsPerPage) return all
  }
}
