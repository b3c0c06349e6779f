import { Notifications } from '#web/features/notifications/Notifications.tsx'
import { useAddress } from './use-address.ts'

export function NotificationsPage() {
  const { search, set } = useAddress('/notifications')
  return (
    <Notifications
      tab={search.tab ?? 'all'}
      onTab={tab => set({ tab: tab === 'all' ? undefined : tab }, true)}
    />
  )
}
