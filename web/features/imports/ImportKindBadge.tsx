import { IconAlertTriangle, IconCopyCheck, IconEqual, IconPencil, IconUserPlus } from '@tabler/icons-react'
import type { ImportKind } from '#shared/constants.ts'
import badge from '#web/ui/feedback/StatusBadge.module.css'
import styles from './Imports.module.css'
import { kindLabels } from './imports.text.ts'

export const importKindIcons = {
  new: IconUserPlus,
  change: IconPencil,
  unchanged: IconEqual,
  duplicate: IconCopyCheck,
  error: IconAlertTriangle,
}

/** Status whose badge colour each kind of line borrows. */
const badgeStatuses: Record<ImportKind, string> = {
  new: 'active',
  change: 'ongoing',
  unchanged: 'inactive',
  duplicate: 'pending',
  error: 'rejected',
}

/** Badge of a line's kind, with icon and label, so that it does not depend on colour. */
export function ImportKindBadge({ kind }: { kind: ImportKind }) {
  const Icon = importKindIcons[kind]
  return (
    <span className={`${badge.badge} ${styles.kind}`} data-status={badgeStatuses[kind]}>
      <Icon size={14} aria-hidden />
      {kindLabels[kind]}
    </span>
  )
}
