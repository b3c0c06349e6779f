import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { usersText as text } from '#texts/users.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { useCountriesForFilters } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import type { UserFilterProps } from './RoleFilter.tsx'

/** Club filter, loaded lazily because its combobox is the largest filter and the list works without it. */
const ClubFilter = lazyLoadComponentAndTexts(async () => (await import('./ClubFilter.tsx')).ClubFilter)

/** Country and club filters of a user list. `withLabels` shows labels. Users limited to one club get no filters. */
export function CountryAndClubFilters({
  user,
  filter,
  withLabels = false,
  className,
  onChange,
}: UserFilterProps & { user: CurrentUser; withLabels?: boolean; className?: string }) {
  const scope = getPermissionScopeOfActor(user, 'users.list')
  const countries = useCountriesForFilters(filter.country)
  if (scope.over === 'club') return null
  const buildLabelProps = (label: string) => ({
    className,
    ...(withLabels ? { label } : { 'aria-label': label }),
  })
  return (
    <>
      {scope.over === 'all' && (
        <CountrySelect
          {...buildLabelProps(text.country)}
          countries={countries}
          emptyLabel={text.allCountries}
          value={filter.country ?? ''}
          onChange={country => onChange({ country, clubId: undefined })}
        />
      )}
      <Suspense fallback={<TextInput {...buildLabelProps(text.club)} placeholder={text.allClubs} readOnly />}>
        <ClubFilter
          {...buildLabelProps(text.club)}
          filter={filter}
          country={scope.over === 'country' ? scope.country : filter.country}
          onChange={onChange}
        />
      </Suspense>
    </>
  )
}
