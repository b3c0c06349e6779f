import { NativeSelect } from '@mantine/core'
import { countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { ClubOption } from '#shared/contracts/clubs.ts'
import { reachOf } from '#shared/policies.ts'
import { oneOf } from '#web/lib/search.ts'
import type { FilterProps } from './RoleFilter.tsx'
import { usersText as text } from './users.text.ts'

/** The places one can choose among: all of them, the clubs of one's country, or none. Their names are seen with `withLabels`. */
export function PlaceFilters({
  user,
  filter,
  clubs = [],
  withLabels = false,
  className,
  onChange,
}: FilterProps & { user: CurrentUser; clubs?: ClubOption[]; withLabels?: boolean; className?: string }) {
  const reach = reachOf(user)
  if (reach.over === 'club') return null
  const named = (label: string) => ({ className, ...(withLabels ? { label } : { 'aria-label': label }) })
  const isWaiting = reach.over === 'all' && !filter.country
  return (
    <>
      {reach.over === 'all' && (
        <NativeSelect
          {...named(text.country)}
          data={[{ value: '', label: text.allCountries }, ...countries]}
          value={filter.country ?? ''}
          onChange={event =>
            onChange({ country: oneOf(countries, event.currentTarget.value), clubId: undefined })
          }
        />
      )}
      <NativeSelect
        {...named(text.club)}
        data={[
          { value: '', label: isWaiting ? text.countryFirst : text.allClubs },
          ...clubs.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(filter.clubId ?? '')}
        disabled={isWaiting}
        onChange={event => onChange({ clubId: Number(event.currentTarget.value) || undefined })}
      />
    </>
  )
}
