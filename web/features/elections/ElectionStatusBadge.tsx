import type { ElectionStatus } from '#shared/contracts/elections/elections.schemas.ts'
import { electionsText as text } from '#texts/elections.ts'
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx'
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
  return <ToneBadge tone={tones[status]}>{text.status[status]}</ToneBadge>
}
