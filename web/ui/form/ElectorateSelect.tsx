import { NativeSelect } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { placeText as text } from '#texts/motions.ts'
import { useActiveClubs } from '#web/lib/query/use-club-options.ts'

/** Electorate of a vote: the members of a club or of a country, or all members if both are null. */
export interface Electorate {
  clubId: number | null
  country: Country | null
}

interface PlaceChoice extends Electorate {
  value: string
  label: string
  timeZone: string
}

/**
 * Lists the electorates for which the user may organise votes: clubs and country of the user's role, or all members.
 */
export function useElectorateSelectOptions(user: CurrentUser): PlaceChoice[] {
  const scope = getPermissionScopeOfActor(user, 'elections.manage')
  const own = scope.over === 'country' ? (scope.country as Country) : undefined
  const { data: clubs = [] } = useActiveClubs(own ?? undefined)
  const inScope = clubs.filter(({ id }) => scope.over !== 'club' || id === scope.clubId)
  return [
    ...inScope.map(({ id, name, timeZone }) => ({
      value: `club-${id}`,
      label: text.club({ club: name }),
      clubId: id,
      country: null,
      timeZone,
    })),
    ...(own
      ? [
          {
            value: 'country',
            label: text.country({ country: getCountryName(own) }),
            clubId: null,
            country: own,
            timeZone: getMainTimeZone(own),
          },
        ]
      : []),
    ...(scope.over === 'all'
      ? [{ value: 'all', label: text.all, clubId: null, country: null, timeZone: headquartersTimeZone }]
      : []),
  ]
}

/** Select for the club or country whose members may vote, or for all members. */
export function ElectorateSelect({
  places,
  value,
  onChange,
}: {
  places: PlaceChoice[]
  value: string
  onChange: (value: string) => void
}) {
  return (
    <NativeSelect
      label={text.label}
      data={places.map(place => ({ value: place.value, label: place.label }))}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
