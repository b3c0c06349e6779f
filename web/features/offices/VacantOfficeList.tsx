import { Anchor, Box, Card, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Vacancy } from '#shared/contracts/offices/offices.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { roleLabels } from '#texts/labels.ts'
import { officesText as text } from '#texts/offices.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { useVacantOffices } from './offices.api.ts'

/** Groups vacant offices by club, or by country for offices without a club. */
function groupOfficesByClubOrCountry(
  vacancies: Vacancy[],
): { name: string; clubId: number | null; offices: string[] }[] {
  const places = new Map<string, { name: string; clubId: number | null; offices: string[] }>()
  for (const { clubId, clubName, country, office } of vacancies) {
    const key = String(clubId ?? country)
    const place = places.get(key) ?? { name: clubName ?? getCountryName(country), clubId, offices: [] }
    place.offices.push(roleLabels[office])
    places.set(key, place)
  }
  return [...places.values()]
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
        <Columns
          component="ul"
          template="repeat(auto-fill, minmax(min(100%, 260px), 1fr))"
          gap="12px 24px"
          mah={420}
          style={{ overflowY: 'auto' }}
        >
          {groupOfficesByClubOrCountry(query.data ?? []).map(({ name, clubId, offices }) => (
            <li key={clubId ?? name}>
              {clubId ? (
                <Anchor
                  display="inline-flex"
                  mih={44}
                  fw={600}
                  style={{ alignItems: 'center' }}
                  renderRoot={props => <Link to="/clubs/$id" params={{ id: String(clubId) }} {...props} />}
                >
                  {name}
                </Anchor>
              ) : (
                <Text fw={600}>{name}</Text>
              )}
              <Text size="sm" c="dimmed">
                {offices.join(', ')}
              </Text>
            </li>
          ))}
        </Columns>
      </Card>
    </Box>
  )
}
