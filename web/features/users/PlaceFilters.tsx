import { NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { countries } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { reachOf } from '#shared/policies.ts'
import { oneOf } from '#web/lib/search.ts'
import type { FilterProps } from './RoleFilter.tsx'
import { usersText as text } from './users.text.ts'

/** Its field is the largest of all, and the list is there without it. */
const ClubFilter = lazy(async () => ({ default: (await import('./ClubFilter.tsx')).ClubFilter }))

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
      <Suspense fallback={<TextInput {...named(text.club)} placeholder={text.allClubs} readOnly />}>
        <ClubFilter
          {...named(text.club)}
          filter={filter}
          country={reach.over === 'country' ? reach.country : filter.country}
          onChange={onChange}
        />
      </Suspense>
    </>
  )
}
