import { Anchor, Box, Card, Flex, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Vacancy } from '#shared/contracts/offices/offices.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { roleLabels } from '#texts/labels.ts'
import { officesText as text } from '#texts/offices.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { useVacantOffices } from './offices.api.ts'

interface Place {
  name: string
  clubId: number | null
  offices: string[]
}

/** Groups the clubs and countries that lack the same offices. */
function groupPlacesByOffices(vacancies: Vacancy[]): [offices: string, places: Place[]][] {
  const places = new Map<string, Place>()
  for (const { clubId, clubName, country, office } of vacancies) {
    const key = String(clubId ?? country)
    const place = places.get(key) ?? { name: clubName ?? getCountryName(country), clubId, offices: [] }
    place.offices.push(roleLabels[office])
    places.set(key, place)
  }
  const placesByOffices = new Map<string, Place[]>()
  for (const place of places.values()) {
    const offices = place.offices.join(', ')
    placesByOffices.set(offices, [...(placesByOffices.get(offices) ?? []), place])
  }
  return [...placesByOffices]
}

export function VacantOfficeList() {
  const query = useVacantOffices()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return (
    <Box component="section" mb={32} aria-label={text.vacant}>
      <Title order={2} size="h3" mb="sm">
        {text.vacant}
      </Title>
      <Card mih={160}>
        {!query.data && <Skeleton height={120} />}
        {query.data && (
          <Text size="sm" c="dimmed" mb="xs">
            {query.data.length > 0 ? text.vacantCount({ count: query.data.length }) : text.noVacancy}
          </Text>
        )}
        <Stack gap="md" mah={420} style={{ overflowY: 'auto' }}>
          {groupPlacesByOffices(query.data ?? []).map(([offices, places]) => (
            <section key={offices} aria-label={offices}>
              <Title order={3} size="h5" mb={4}>
                {offices}
              </Title>
              <Columns
                component="ul"
                template="repeat(auto-fill, minmax(min(100%, 260px), 1fr))"
                gap="0 24px"
              >
                {places.map(({ name, clubId }) => (
                  <Flex component="li" key={clubId ?? name} mih={44} align="center">
                    {clubId ? (
                      <Anchor
                        className="lone"
                        renderRoot={props => (
                          <Link to="/clubs/$id" params={{ id: String(clubId) }} {...props} />
                        )}
                      >
                        {name}
                      </Anchor>
                    ) : (
                      name
                    )}
                  </Flex>
                ))}
              </Columns>
            </section>
          ))}
        </Stack>
      </Card>
    </Box>
  )
}
