import { useQuery } from '@tanstack/react-query'
import { GroupAvatar } from '#web/features/chat/groups/GroupAvatar.tsx'
import { useUnreadConversations } from '#web/features/chat/groups/use-unread-conversations.ts'
import { Dashboard } from '#web/features/dashboard/Dashboard.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function DashboardPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { conversations, ...unread } = useUnreadConversations()
  return (
    user && (
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
  )
}
