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

/** Status whose badge colour is used for each kind of imported line. */
const badgeStatuses: Record<ImportKind, string> = {
  new: 'active',
  change: 'ongoing',
  unchanged: 'inactive',
  duplicate: 'pending',
  error: 'rejected',
}

/** Badge that says whether an imported line is new, a change and so on, by icon, label and colour. */
export function ImportKindBadge({ kind }: { kind: ImportKind }) {
  const Icon = importKindIcons[kind]
  return (
    <span className={`${badge.badge} ${styles.kind}`} data-status={badgeStatuses[kind]}>
      <Icon size={14} aria-hidden />
      {kindLabels[kind]}
    </span>
  )
}
