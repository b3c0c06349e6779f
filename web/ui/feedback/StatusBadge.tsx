import type { ActivityStatus, UserStatus } from '#shared/constants.ts'
import { findText } from '#shared/language/texts.ts'
import { activityStatusLabels, userStatusLabels } from '#texts/labels.ts'
import { ColouredBadge } from './ColouredBadge.tsx'
import type { Tone } from './tones.ts'

export type Status = UserStatus | ActivityStatus

const tones: Partial<Record<Status, Tone>> = {
  active: 'good',
  planned: 'good',
  pending: 'warn',
  ongoing: 'info',
  rejected: 'bad',
  cancelled: 'bad',
}

/** Badge that shows a status. Its text says everything, so the colour adds no information. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <ColouredBadge tone={tones[status] ?? 'neutral'}>
      {findText(userStatusLabels, status) ?? activityStatusLabels[status as ActivityStatus]}
    </ColouredBadge>
  )
}
