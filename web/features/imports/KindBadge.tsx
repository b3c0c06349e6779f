import { IconAlertTriangle, IconCopyCheck, IconEqual, IconPencil, IconUserPlus } from '@tabler/icons-react'
import type { ImportKind } from '#shared/constants.ts'
import badge from '#web/ui/StatusBadge.module.css'
import styles from './Imports.module.css'
import { kindLabels } from './imports.text.ts'

export const kindIcons = {
  new: IconUserPlus,
  change: IconPencil,
  unchanged: IconEqual,
  duplicate: IconCopyCheck,
  error: IconAlertTriangle,
}

/** The colours of states elsewhere that mean as much. */
const tones: Record<ImportKind, string> = {
  new: 'active',
  change: 'ongoing',
  unchanged: 'inactive',
  duplicate: 'pending',
  error: 'rejected',
}

/** Always with its word, never by colour alone. */
export function KindBadge({ kind }: { kind: ImportKind }) {
  const Icon = kindIcons[kind]
  return (
    <span className={`${badge.badge} ${styles.kind}`} data-status={tones[kind]}>
      <Icon size={14} aria-hidden />
      {kindLabels[kind]}
    </span>
  )
}
