import { Group, NativeSelect } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { clubStatuses } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { FilterChips } from '#web/ui/list/FilterChips.tsx'
import type { useClubCountSummary } from './clubs.api.ts'
import type { ClubFilter } from './clubs.search.ts'

export const noFilter: ClubFilter = { search: undefined, country: undefined, status: undefined }
const listClubStatusChoices = () => [
  { value: '', label: text.allStatuses },
  ...clubStatuses.map(value => ({ value, label: text.statuses[value] })),
]

interface Props {
  filter: ClubFilter
  summary: ReturnType<typeof useClubCountSummary>['data']
  /** Number of clubs that match the filter, formatted for display. */
  found: string | undefined
  createButton: ReactNode
  onFilter: (change: ClubFilter) => void
}

/**
 * Country and status filters of the club list. Phones show visible labels; on wide screens only screen
 * readers read the labels.
 */
function ClubFilterFields({
  filter,
  summary,
  isPhone,
  onFilter,
}: Pick<Props, 'filter' | 'summary' | 'onFilter'> & { isPhone: boolean }) {
  const byCountry = summary?.byCountry ?? []
  const counts = new Map(byCountry.map(({ country, count }) => [country, count]))
  const chosen = filter.country && !counts.has(filter.country) ? [filter.country] : []
  const countryChoices = [
    { value: '', label: text.allCountries },
    ...[...counts.keys(), ...chosen].map(country => ({
      value: country as string,
      label: text.countryCount({ country: getCountryName(country), count: counts.get(country) ?? 0 }),
    })),
  ]
  const buildLabelProps = (label: string) => (isPhone ? { label } : { 'aria-label': label })
  return (
    <>
      {/* The choices need the counts of the summary, so the field is hidden while the summary is missing. */}
      {summary && (
        <NativeSelect
          {...buildLabelProps(text.country)}
          data={countryChoices}
          value={filter.country ?? ''}
          onChange={event => onFilter({ country: findAllowedValue(countries, event.currentTarget.value) })}
        />
      )}
      <NativeSelect
        {...buildLabelProps(text.status)}
        data={listClubStatusChoices()}
        value={filter.status ?? ''}
        onChange={event => onFilter({ status: findAllowedValue(clubStatuses, event.currentTarget.value) })}
      />
    </>
  )
}

/** Search field and filters above the table of clubs. Phones open the filters in a sheet and show them as chips. */
export function ClubFilterBar({ filter, summary, found, createButton, onFilter }: Props) {
  const isPhone = useIsPhone()
  const search = useCallback((value: string) => onFilter({ search: value || undefined }), [onFilter])
  const fields = <ClubFilterFields filter={filter} summary={summary} isPhone={isPhone} onFilter={onFilter} />
  const chips = [
    filter.country && {
      label: text.country,
      value: getCountryName(filter.country),
      onRemove: () => onFilter({ country: undefined }),
    },
    filter.status && {
      label: text.status,
      value: text.statuses[filter.status],
      onRemove: () => onFilter({ status: undefined }),
    },
  ].filter(chip => chip !== undefined)
  return (
    <>
      <Group gap={8} mt={summary && { sm: 20 }} mb={12} wrap={isPhone ? 'nowrap' : 'wrap'}>
        <SearchField
          label={text.search}
          placeholder={isPhone ? text.searchBriefly : text.search}
          flex={isPhone ? '1 1 0' : '1 1 200px'}
          value={filter.search ?? ''}
          onChange={search}
        />
        {isPhone ? (
          <FilterButton
            active={chips.length}
            found={found}
            onClear={() => onFilter({ ...noFilter, search: filter.search })}
          >
            {fields}
          </FilterButton>
        ) : (
          fields
        )}
        {createButton}
      </Group>
      {isPhone && <FilterChips chips={chips} />}
    </>
  )
}
