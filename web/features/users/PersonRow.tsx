import type { UserRow } from '#shared/contracts/users.ts'
import { roleLabels } from '#shared/labels.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { viewId } from './UserActions.tsx'

/** Where they belong, and what they do there where that is not what most do. */
function aboutOf({ clubName, currentCountry, role }: UserRow): string {
  return [role !== 'member' && roleLabels[role], clubName ?? currentCountry].filter(Boolean).join(' · ')
}

/** A person in a list on a phone; all that can be done about them stands in the drawer it opens. */
export function PersonRow({
  person,
  line = aboutOf(person),
  onView,
}: {
  person: UserRow
  line?: string
  onView: (id: number) => void
}) {
  return (
    <ListRow
      id={viewId(person.id)}
      lead={<PersonAvatar person={person} size={40} />}
      title={person.fullName}
      line={line}
      badge={<StatusBadge status={person.status} />}
      onOpen={() => onView(person.id)}
    />
  )
}
