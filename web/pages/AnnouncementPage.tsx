import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AnnouncementView } from '#web/features/announcements/AnnouncementView.tsx'
import { currentUserQuery } from '#web/lib/query-client.ts'
import { parseId } from '#web/lib/search.ts'
import { NotFound } from '#web/shell/NotFound.tsx'

export function AnnouncementPage() {
  const { data: user } = useQuery(currentUserQuery)
  const id = parseId(useParams({ from: '/shell/announcements/$id' }).id)
  if (id === undefined) return <NotFound />
  return user && <AnnouncementView key={id} user={user} id={id} />
}
