import { NotificationCenter } from '#web/features/notifications/NotificationCenter.tsx'
import { useUrlState } from './use-url-state.ts'

export function NotificationsPage() {
  const { search, set } = useUrlState('/notifications')
  return (
    <NotificationCenter
      tab={search.tab ?? 'all'}
      onTab={tab => set({ tab: tab === 'all' ? undefined : tab }, true)}
    />
  )
}
