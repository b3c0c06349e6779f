import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { GroupAvatar } from '#web/features/chat/groups/GroupAvatar.tsx'
import { useUnreadConversations } from '#web/features/chat/groups/use-unread-conversations.ts'
import { Dashboard } from '#web/features/dashboard/Dashboard.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

/**
 * Dashboard with unread conversations. Their names need the trust record (pinned keys of other users) and therefore the
 * code for encryption.
 */
function DashboardWithUnreadConversations({ user }: { user: CurrentUser }) {
  const { conversations, ...unread } = useUnreadConversations()
  return (
    <Dashboard
      user={user}
      unread={{
        ...unread,
        conversations: conversations.map(({ group, preview }) => ({
          id: group.id,
          name: group.name,
          avatar: <GroupAvatar group={group} />,
          preview,
          isEncrypted: group.encrypted,
          lastActivityAt: group.lastMessage?.createdAt,
          unreadCount: group.unreadCount,
        })),
      }}
    />
  )
}

export function DashboardPage() {
  const { data: user } = useQuery(currentUserQuery)
  if (!user) return null
  return user.role === 'member' ? <DashboardWithUnreadConversations user={user} /> : <Dashboard user={user} />
}
