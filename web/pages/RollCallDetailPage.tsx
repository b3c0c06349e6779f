import { useParams } from '@tanstack/react-router'
import { RollCallDetails } from '#web/features/roll-calls/RollCallDetails.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFoundScreen } from '#web/shell/errors/NotFoundScreen.tsx'

export function RollCallDetailPage() {
  const id = parseId(useParams({ from: '/shell/safety/$id' }).id)
  return id === undefined ? <NotFoundScreen /> : <RollCallDetails key={id} id={id} />
}
