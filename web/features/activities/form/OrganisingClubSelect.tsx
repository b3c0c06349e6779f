import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can, getPermissionScopeOfActor } from '#shared/policies.ts'
import { dialogText as text } from '#texts/activities.ts'
import { useActiveClubs } from '#web/lib/query/use-club-options.ts'

/** Select of the clubs for which the user may create activities. The club of a club administrator is preselected. */
export function OrganisingClubSelect({
  user,
  activity,
  isDisabled,
  error,
  onZone,
}: {
  user: CurrentUser
  activity?: ActivityRow
  isDisabled: boolean
  error?: string
  /** Event handler that receives the time zone of the club that the user has chosen. */
  onZone: (zone: string | undefined) => void
}) {
  const reach = getPermissionScopeOfActor(user, 'activities.manage')
  const clubs = useActiveClubs(reach.over === 'country' ? reach.country : undefined)
  const manageableClubs = (clubs.data ?? []).filter(({ id, country }) =>
    can(user, 'activities.manage', { club: { id, country } }),
  )
  const currentClubId = activity?.clubId ?? null
  const isListed = manageableClubs.some(({ id }) => id === currentClubId)
  const emptyLabel = can(user, 'activities.manage', { club: null }) ? text.noClub : text.choose
  const choices = [
    ...(manageableClubs.length === 1 && reach.over === 'club' ? [] : [{ value: '', label: emptyLabel }]),
    // The inactive club of an existing activity is missing from the list of clubs but stays selectable.
    ...(currentClubId && !isListed
      ? [{ value: String(currentClubId), label: activity?.clubName ?? '' }]
      : []),
    ...manageableClubs.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const initial = currentClubId ? String(currentClubId) : (choices[0]?.value ?? '')
  const getClubZone = (value: string) => manageableClubs.find(({ id }) => String(id) === value)?.timeZone
  const initialZone = getClubZone(initial)
  useEffect(() => onZone(initialZone), [onZone, initialZone])
  return (
    <NativeSelect
      // A new React key remounts the club select when the clubs have loaded, so that its default value exists.
      key={clubs.isPending ? 'waiting' : 'ready'}
      name="clubId"
      label={text.club}
      disabled={isDisabled || clubs.isPending}
      data={choices}
      defaultValue={initial}
      onChange={event => onZone(getClubZone(event.currentTarget.value))}
      error={error}
    />
  )
}
