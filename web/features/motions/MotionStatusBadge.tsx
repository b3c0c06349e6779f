import type { MotionItem } from '#shared/contracts/motions/motions.schemas.ts'
import { motionsText as text } from '#texts/motions.ts'
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx'

const statusTones = { draft: 'neutral', open: 'info', closed: 'neutral' } as const
const outcomeTones = { carried: 'good', rejected: 'bad', no_quorum: 'warn' } as const

/** Badge of a motion: its status until voting is closed, and its outcome afterwards. */
export function MotionStatusBadge({ motion: { status, outcome } }: { motion: MotionItem }) {
  if (outcome) return <ToneBadge tone={outcomeTones[outcome]}>{text.outcome[outcome]}</ToneBadge>
  return <ToneBadge tone={statusTones[status]}>{text.status[status]}</ToneBadge>
}
