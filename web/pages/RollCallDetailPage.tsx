import { useParams } from '@tanstack/react-router'
import { RollCallDetails } from '#web/features/roll-calls/RollCallDetails.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function RollCallDetailPage() {
  const id = parseId(useParams({ from: '/shell/safety/$id' }).id)
  return id === undefined ? <NotFound /> : <RollCallDetails key={id} id={id} />
}
