import type { ReactNode } from 'react'
import type { UserRow } from '#shared/contracts/users.ts'
import { showDay } from '#web/lib/format.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { viewId } from './UserActions.tsx'
import styles from './Users.module.css'
import { usersText as text } from './users.text.ts'

/** Somebody who waits, on a phone: opened to be decided about, or with a `tick` to be decided about with others. */
export function PendingRow({
  person,
  tick,
  onView,
}: {
  person: UserRow
  tick?: ReactNode
  onView: (id: number) => void
}) {
  return (
    <ListRow
      id={viewId(person.id)}
      lead={<PersonAvatar person={person} size={40} />}
      title={person.fullName}
      line={[person.currentCountry, showDay(person.createdAt)].filter(Boolean).join(' · ')}
      // That they wait is said above; what keeps them from being approved is worth a word.
      badge={!person.currentCountry && <span className={styles.lacking}>{text.noCountry}</span>}
      {...(tick ? { tick } : { onOpen: () => onView(person.id) })}
    />
  )
}
