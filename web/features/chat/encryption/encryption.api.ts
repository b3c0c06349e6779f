import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listGroupMembers } from '#shared/contracts/chat/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { RosterRole } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { chatText } from '#texts/conversations.ts'
import { encryptionText, readersText, rosterText } from '#texts/encryption.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useStoreState } from '#web/lib/state/store.ts'

const maxListedNames = 3
/** Returns the names of group members: the name signed by the member or, without one, the name from the server. */
export function useGroupMemberNames({ id, peer }: GroupRow, encryptedGroup: EncryptedGroup | undefined) {
  const { data } = useQuery({
    ...buildQueryOptionsForListPage(listGroupMembers, { params: { id }, query: { page: 1, pageSize: 200 } }),
    enabled: encryptedGroup !== undefined,
  })
  const pins = useStoreState(encryptedGroup?.trust)?.pins
  const me = useQuery(currentUserQuery).data
  return useMemo(() => {
    const members = new Map(data?.rows.map(member => [member.id, member]))
    const getServerName = (userId: number) =>
      members.get(userId)?.fullName ?? (peer?.id === userId ? peer.fullName : undefined)
    const getSignedOrServerName = (userId: number) =>
      userId === me?.id
        ? chatText.you
        : (pins?.[userId]?.name?.name ?? getServerName(userId) ?? encryptionText.someone)
    const formatNameList = (ids: number[]) => {
      const names = ids.slice(0, maxListedNames).map(getSignedOrServerName).join(', ')
      return ids.length > maxListedNames
        ? rosterText.andOthers({ names, count: ids.length - maxListedNames })
        : names
    }
    const getSignedName = (userId: number) => pins?.[userId]?.name?.name
    return {
      one: getSignedOrServerName,
      list: formatNameList,
      signed: getSignedName,
      personOf: (userId: number) => members.get(userId),
    }
  }, [data, pins, peer, me])
}

export function useAdmitMembersToEncryptedGroup(group: EncryptedGroup) {
  return useMutation({
    mutationFn: (cards: Card[]) => group.acceptCards(cards),
    meta: { success: encryptionText.admitting, failure: encryptionText.admitFailed },
  })
}

export function useAcknowledgeKeyChanges(group: EncryptedGroup) {
  return useMutation({ mutationFn: () => group.acknowledgeNewKeys() })
}

export function useDismissGroupVerificationAlert(group: EncryptedGroup) {
  return useMutation({ mutationFn: () => group.dismissAlarm() })
}

export function useMarkMemberKeyVerified(group: EncryptedGroup) {
  return useMutation({
    mutationFn: (card: Card) => group.markVerified(card),
    meta: { success: encryptionText.verified, failure: encryptionText.verifyFailed },
  })
}

export function useAcceptChangedEncryptionKeysOfMember(group: EncryptedGroup) {
  return useMutation({ mutationFn: (userId: number) => group.acceptNewKeys(userId) })
}

export function useStartNewSignedMemberList(group: EncryptedGroup) {
  return useMutation({ mutationFn: () => group.restartRoster() })
}

export function useAcceptNewSignedMemberList(group: EncryptedGroup) {
  return useMutation({ mutationFn: () => group.acceptRestart() })
}

export function useChangeRoleInSignedMemberList(group: EncryptedGroup, role: RosterRole) {
  return useMutation({
    mutationFn: (userId: number) => group.setMemberRole(userId, role),
    meta: {
      success: role === 'admin' ? readersText.appointed : readersText.dismissed,
      failure: readersText.appointFailed,
    },
  })
}
