import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ElectionView } from '#web/features/elections/ElectionView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function ElectionPage() {
  const { data: user } = useQuery(currentUserQuery)
  const id = parseId(useParams({ from: '/shell/elections/$id' }).id)
  if (id === undefined) return <NotFoundScreen />
  return user && <ElectionView key={id} id={id} user={user} />
}
