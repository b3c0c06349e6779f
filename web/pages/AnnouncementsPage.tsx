import { useQuery } from '@tanstack/react-query'
import { Announcements } from '#web/features/announcements/Announcements.tsx'
import { meQuery } from '#web/lib/query-client.ts'
import { useAddress } from './use-address.ts'

export function AnnouncementsPage() {
  const { data: user } = useQuery(meQuery)
  const { search, set } = useAddress('/announcements')
  return user && <Announcements user={user} tab={search.tab ?? 'mine'} onTab={tab => set({ tab }, true)} />
}
