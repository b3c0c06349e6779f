import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { roleLabels } from '#texts/labels.ts'
import { shortenClubName } from '#web/lib/format/club-name.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { buildViewButtonId } from './UserRowActions.tsx'

/** Describes a user by role, club or country. The role of an ordinary member is not mentioned. */
function describePerson({ clubName, currentCountry, role }: UserRow): string {
  return [
    role !== 'member' && roleLabels[role],
    clubName ? shortenClubName(clubName) : getCountryName(currentCountry),
  ]
    .filter(Boolean)
    .join(' · ')
}

/**
 * Row of a user on phones. The status is shown unless it is active. If the viewer may open the user's drawer, which has all actions, tapping the row opens it.
 */
export function PersonRow({
  user,
  person,
  tags = [],
  line = describePerson(person),
  tick,
  onView,
}: {
  user: CurrentUser
  person: UserRow
  /** Names of the tags of the user in the list row. */
  tags?: string[]
  line?: string
  /** Checkbox that selects the user. While it is shown, tapping the row does not open the drawer. */
  tick?: ReactNode
  onView: (id: number) => void
}) {
  return (
    <ListRow
      id={buildViewButtonId(person.id)}
      lead={<PersonAvatar person={person} size={40} />}
      title={person.fullName}
      line={
        <>
          <Group component="span" mt={4} gap={8} justify="space-between" wrap="nowrap">
            <Text span inherit truncate>
              {line}
            </Text>
            {person.status !== 'active' && <StatusBadge status={person.status} />}
          </Group>
          {tags.length > 0 && (
            <Text span inherit truncate display="block">
              {tags.join(' · ')}
            </Text>
          )}
        </>
      }
      tick={tick}
      onOpen={!tick && can(user, 'users.view', { user: person }) ? () => onView(person.id) : undefined}
    />
  )
}
