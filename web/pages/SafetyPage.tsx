import { useParams } from '@tanstack/react-router'
import { RollCallView } from '#web/features/roll-calls/RollCallView.tsx'
import { readId } from '#web/lib/search.ts'

export function SafetyPage() {
  const id = readId(useParams({ from: '/shell/safety/$id' }).id)
  return <RollCallView key={id} id={id} />
}
