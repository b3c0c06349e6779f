import { NativeSelect } from '@mantine/core'
import { type Period, periods } from '#shared/constants.ts'
import type { ClubOption } from '#shared/contracts/clubs/clubs.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { analyticsText as text } from '#texts/analytics.ts'
import { findAllowedValue } from '#web/lib/form/search-parameters.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import { useCountriesForFilters } from '#web/lib/query/use-countries.ts'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { type Chip, FilterChips } from '#web/ui/list/FilterChips.tsx'
import type { AnalyticsFilter } from './analytics.search.ts'

interface Props {
  filter: AnalyticsFilter
  onChange: (change: AnalyticsFilter) => void
}

const listPeriodChoices = () => [
  { value: '', label: text.allTime },
  ...periods.map(value => ({ value, label: text.periods[value] })),
]
const listClubChoices = (clubs: ClubOption[] = []) => [
  { value: '', label: text.allClubs },
  ...clubs.map(({ id, name }) => ({ value: String(id), label: name })),
]

export function AnalyticsFilterPanel({ filter, onChange }: Props) {
  const { data: clubs } = useClubOptions(filter.country)
  const countries = useCountriesForFilters(filter.country)
  return (
    <FilterButton
      active={useAnalyticsFilterChips({ filter, onChange }).length}
      onClear={() => onChange({ period: undefined, country: undefined, clubId: undefined })}
    >
      <NativeSelect
        label={text.period}
        description={text.periodHelp}
        data={listPeriodChoices()}
        value={filter.period ?? ''}
        onChange={event => onChange({ period: findAllowedValue(periods, event.currentTarget.value) })}
      />
      <CountrySelect
        label={text.country}
        countries={countries}
        emptyLabel={text.allCountries}
        value={filter.country ?? ''}
        onChange={country => onChange({ country, clubId: undefined })}
      />
      <NativeSelect
        label={text.club}
        description={filter.country ? undefined : text.chooseCountry}
        data={listClubChoices(clubs)}
        value={String(filter.clubId ?? '')}
        disabled={!filter.country}
        onChange={event => onChange({ clubId: Number(event.currentTarget.value) || undefined })}
      />
    </FilterButton>
  )
}

/** Builds one removable chip for each active analytics filter. */
function useAnalyticsFilterChips({ filter, onChange }: Props): Chip[] {
  const { data: clubs } = useClubOptions(filter.country)
  const club = filter.clubId && (clubs?.find(({ id }) => id === filter.clubId)?.name ?? `#${filter.clubId}`)
  const filterValues: [label: string, value: string | undefined | 0, without: AnalyticsFilter][] = [
    [text.period, filter.period && text.periods[filter.period as Period], { period: undefined }],
    [
      text.country,
      filter.country && getCountryName(filter.country),
      { country: undefined, clubId: undefined },
    ],
    [text.club, club, { clubId: undefined }],
  ]
  return filterValues.flatMap(([label, value, cleared]) =>
    value ? [{ label, value, onRemove: () => onChange(cleared) }] : [],
  )
}

export function AnalyticsFilterChips(props: Props) {
  return <FilterChips chips={useAnalyticsFilterChips(props)} />
}
