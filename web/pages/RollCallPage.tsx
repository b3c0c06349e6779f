import { useParams } from '@tanstack/react-router'
import { RollCallView } from '#web/features/roll-calls/RollCallView.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { NotFound } from '#web/shell/errors/NotFound.tsx'

export function RollCallPage() {
  const id = parseId(useParams({ from: '/shell/safety/$id' }).id)
  return id === undefined ? <NotFound /> : <RollCallView key={id} id={id} />
}
