import type { ReactNode } from 'react'
import type { Role } from '#shared/constants.ts'
import { roleLabels } from '#shared/labels.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Users.module.css'

/** Table cell of a user: avatar, full name (never cut off) and email address with an optional icon (`sign`). */
export function PersonCell({
  person,
  sign,
}: {
  person: { fullName: string; email: string; profileImageUrl: string | null }
  sign?: ReactNode
}) {
  return (
    <span className={styles.person}>
      <PersonAvatar person={person} />
      <span className={styles.lines}>
        <div className={styles.name}>{person.fullName}</div>
        <div className={styles.email}>
          <span className={styles.muted} title={person.email}>
            {person.email}
          </span>
          {sign}
        </div>
      </span>
    </span>
  )
}

export function TwoLineCell({ first, second }: { first: string | null; second: string | null }) {
  return (
    <span className={styles.lines}>
      <div className={styles.line} title={first ?? undefined}>
        {first ?? '–'}
      </div>
      {second && (
        <div className={styles.muted} title={second}>
          {second}
        </div>
      )}
    </span>
  )
}

export function RoleBadge({ role }: { role: Role }) {
  return (
    <span className={styles.role} data-role={role}>
      {roleLabels[role]}
    </span>
  )
}
