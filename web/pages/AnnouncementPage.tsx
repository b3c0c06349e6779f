import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AnnouncementView } from '#web/features/announcements/AnnouncementView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function AnnouncementPage() {
  const { data: user } = useQuery(currentUserQuery)
  const id = parseId(useParams({ from: '/shell/announcements/$id' }).id)
  if (id === undefined) return <NotFoundScreen />
  return user && <AnnouncementView key={id} user={user} id={id} />
}
