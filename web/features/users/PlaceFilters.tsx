import { NativeSelect } from '@mantine/core'
import { countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { reachOf } from '#shared/policies.ts'
import { oneOf } from '#web/lib/search.ts'
import { ClubFilter } from './ClubFilter.tsx'
import type { FilterProps } from './RoleFilter.tsx'
import { usersText as text } from './users.text.ts'

/** The places one can choose among: all of them, the clubs of one's country, or none. Their names are seen with `withLabels`. */
export function PlaceFilters({
  user,
  filter,
  withLabels = false,
  className,
  onChange,
}: FilterProps & { user: CurrentUser; withLabels?: boolean; className?: string }) {
  const reach = reachOf(user)
  if (reach.over === 'club') return null
  const named = (label: string) => ({ className, ...(withLabels ? { label } : { 'aria-label': label }) })
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
      <ClubFilter
        {...named(text.club)}
        filter={filter}
        country={reach.over === 'country' ? reach.country : filter.country}
        onChange={onChange}
      />
    </>
  )
}
