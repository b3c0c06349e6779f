import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { replaceServerGroupListByVerifiedData } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { usePinnedKeys } from '#web/lib/query/use-pinned-keys.ts'
import { useGroups } from './groups.api.ts'

/**
 * Returns the user's groups as the conversation core (rules in lib/e2ee/conversation) describes them. Screens never see
 * the server's unchecked statements.
 */
export function useGroupsWithVerifiedServerData() {
  const groups = useGroups()
  const me = useQuery(currentUserQuery).data ?? undefined
  const trust = usePinnedKeys()
  const data = useMemo(
    () =>
      groups.data && me && replaceServerGroupListByVerifiedData({ me, ...(trust && { trust }) }, groups.data),
    [groups.data, me, trust],
  )
  // TanStack Query re-renders for every property that is read, so only the three needed properties are read.
  const { error, isPending, refetch } = groups
  return { data, error, isPending, refetch }
}
