import type { Role } from '#shared/constants.ts'
import { roleLabels } from '#shared/labels.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Users.module.css'

export function PersonCell({
  person,
}: {
  person: { fullName: string; email: string; profileImageUrl: string | null }
}) {
  return (
    <span className={styles.person}>
      <PersonAvatar person={person} />
      <span className={styles.lines}>
        <div className={styles.name} title={person.fullName}>
          {person.fullName}
        </div>
        <div className={styles.muted} title={person.email}>
          {person.email}
        </div>
      </span>
    </span>
  )
}

export function TwoLines({ first, second }: { first: string | null; second: string | null }) {
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
