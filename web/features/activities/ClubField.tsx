import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { can, reachOf } from '#shared/policies.ts'
import { useActiveClubs } from '#web/lib/clubs-of.ts'
import { dialogText as text } from './activities.text.ts'

/** The clubs one may hold it for: all, those of the country, or one's own, which is then chosen already. */
export function ClubField({
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
  /** The clocks of the club that is chosen. */
  onZone: (zone: string | undefined) => void
}) {
  const reach = reachOf(user)
  const clubs = useActiveClubs(reach.over === 'country' ? reach.country : undefined)
  const mine = (clubs.data ?? []).filter(({ id, country }) =>
    can(user, 'activities.manage', { club: { id, country } }),
  )
  const present = activity?.clubId ?? null
  const known = mine.some(({ id }) => id === present)
  const first = can(user, 'activities.manage', { club: null }) ? text.noClub : text.choose
  const choices = [
    ...(mine.length === 1 && reach.over === 'club' ? [] : [{ value: '', label: first }]),
    // A club that rests keeps what it has.
    ...(present && !known ? [{ value: String(present), label: activity?.clubName ?? '' }] : []),
    ...mine.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const initial = present ? String(present) : (choices[0]?.value ?? '')
  const zoneOf = (value: string) => mine.find(({ id }) => String(id) === value)?.timeZone
  const initialZone = zoneOf(initial)
  useEffect(() => onZone(initialZone), [onZone, initialZone])
  return (
    <NativeSelect
      // Anew when the clubs have come, so that the one chosen before is found among them.
      key={clubs.isPending ? 'waiting' : 'ready'}
      name="clubId"
      label={text.club}
      disabled={isDisabled || clubs.isPending}
      data={choices}
      defaultValue={initial}
      onChange={event => onZone(zoneOf(event.currentTarget.value))}
      error={error}
    />
  )
}
