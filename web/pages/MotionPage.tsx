import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MotionView } from '#web/features/motions/MotionView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function MotionPage() {
  const { data: user } = useQuery(currentUserQuery)
  const id = parseId(useParams({ from: '/shell/motions/$id' }).id)
  if (id === undefined) return <NotFoundScreen />
  return user && <MotionView key={id} id={id} user={user} />
}
