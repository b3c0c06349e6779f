import { useQuery } from '@tanstack/react-query'
import { Announcements } from '#web/features/announcements/Announcements.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useUrlState } from './use-url-state.ts'

export function AnnouncementsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { search, set } = useUrlState('/announcements')
  return (
    user && (
      <Announcements
        user={user}
        tab={search.tab ?? 'mine'}
        isComposing={search.create === 'yes'}
        onTab={tab => set({ tab, create: undefined }, true)}
        onComposing={isComposing => set({ create: isComposing ? 'yes' : undefined })}
      />
    )
  )
}
