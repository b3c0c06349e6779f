import type { MotionItem } from '#shared/contracts/motions/motions.schemas.ts'
import { motionsText as text } from '#texts/motions.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'

const statusTones = { draft: 'neutral', open: 'info', closed: 'neutral' } as const
const outcomeTones = { carried: 'good', rejected: 'bad', no_quorum: 'warn' } as const

/** Badge of a motion: its status until voting is closed, and its outcome afterwards. */
export function MotionStatusBadge({ motion: { status, outcome } }: { motion: MotionItem }) {
  if (outcome) return <ColouredBadge tone={outcomeTones[outcome]}>{text.outcome[outcome]}</ColouredBadge>
  return <ColouredBadge tone={statusTones[status]}>{text.status[status]}</ColouredBadge>
}
