import type { ElectionStatus } from '#shared/contracts/elections/elections.schemas.ts'
import { electionsText as text } from '#texts/elections.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import type { Tone } from '#web/ui/feedback/tones.ts'

const tones: Record<ElectionStatus, Tone> = {
  draft: 'neutral',
  announced: 'warn',
  roll_fixed: 'warn',
  open: 'info',
  closed: 'warn',
  counted: 'warn',
  published: 'good',
  annulled: 'bad',
}

export function ElectionStatusBadge({ status }: { status: ElectionStatus }) {
  return <ColouredBadge tone={tones[status]}>{text.status[status]}</ColouredBadge>
}
