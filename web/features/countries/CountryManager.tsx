import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Box, Card, Group, Skeleton, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ManagedCountry } from '#shared/contracts/countries/countries.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { sortCountries } from '#shared/countries/sort-countries.ts'
import { countryText as text } from '#texts/country-list.ts'
import { doesCountryNameMatch } from '#web/lib/form/match-country.ts'
import { useAutosavedCheckbox } from '#web/lib/form/use-autosaved-checkbox.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import styles from './CountryManager.module.css'
import { useManagedCountries, useSetCountryOpenForRegistration } from './countries.api.ts'

function CountryRow({ country, isOpen, members, clubs }: ManagedCountry) {
  const { mutate } = useSetCountryOpenForRegistration()
  const name = getCountryName(country)
  const switchProps = useAutosavedCheckbox(isOpen, (shouldOpen, onSettled) =>
    mutate({ country, isOpen: shouldOpen }, { onSettled }),
  )
  return (
    <Group
      component="li"
      justify="space-between"
      wrap="nowrap"
      gap={16}
      py={10}
      px={20}
      className={styles.row}
    >
      <Box miw={0}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {text.figures({ members, clubs })}
        </Text>
      </Box>
      <Switch {...switchProps} size="md" aria-label={text.open({ country: name })} />
    </Group>
  )
}

/**
 * Lists the countries that are open for registration or in use, or the countries that match a search. A
 * switch per country opens or closes registration.
 */
export function CountryManager() {
  const query = useManagedCountries()
  const [search, setSearch] = useState('')
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={420} radius={16} />
  const known = new Map(query.data.map(row => [row.country, row]))
  const found = search
    ? countries.filter(country => doesCountryNameMatch(country, search))
    : [...known.keys()]
  const rows = sortCountries(found).map(
    (country): ManagedCountry => known.get(country) ?? { country, isOpen: false, members: 0, clubs: 0 },
  )
  const openCount = query.data.filter(({ isOpen }) => isOpen).length
  return (
    <Box component="section" aria-labelledby="open-countries">
      <Title order={2} size="h3" id="open-countries">
        {text.title}
      </Title>
      <Text c="dimmed" mb="md" maw={720}>
        {text.help}
      </Text>
      <SearchField label={text.search} value={search} onChange={setSearch} />
      <Text size="sm" c="dimmed" my={8} role="status">
        {search ? text.found({ count: rows.length }) : text.openCount({ count: openCount })}
      </Text>
      {rows.length === 0 ? (
        <EmptyState text={text.notFound} />
      ) : (
        <Card component="ul" padding={0} aria-label={text.title}>
          {rows.map(row => (
            <CountryRow key={row.country} {...row} />
          ))}
        </Card>
      )}
    </Box>
  )
}
