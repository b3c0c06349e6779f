import { useLocation, useParams } from '@tanstack/react-router'
import { SelfCheckIn } from '#web/features/check-in/SelfCheckIn.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function SelfCheckInPage() {
  const id = parseId(useParams({ from: '/shell/check-in/$id' }).id)
  const { hash } = useLocation()
  return id === undefined ? <NotFoundScreen /> : <SelfCheckIn key={`${id} ${hash}`} id={id} code={hash} />
}
