import { NotificationCenter } from '#web/features/notifications/Notifications.tsx'
import { useUrlState } from './use-address.ts'

export function NotificationsPage() {
  const { search, set } = useUrlState('/notifications')
  return (
    <NotificationCenter
      tab={search.tab ?? 'all'}
      onTab={tab => set({ tab: tab === 'all' ? undefined : tab }, true)}
    />
  )
}
