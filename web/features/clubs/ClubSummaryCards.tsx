import { Card, Skeleton, Title, UnstyledButton } from '@mantine/core'
import { getCountryName } from '#shared/countries/country-names.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { ScrollRow } from '#web/ui/layout/ScrollRow.tsx'
import { StatCard, StatCards } from '#web/ui/layout/StatCard.tsx'
import styles from './Clubs.module.css'
import { useClubSummary } from './clubs.api.ts'

/** Four summary cards about clubs, and the number of clubs per country. Clicking a country filters the club list. */
export function ClubSummaryCards({
  country,
  onCountry,
}: {
  country?: string
  onCountry: (country?: string) => void
}) {
  const summary = useClubSummary()
  if (isQueryErrorShownInsteadOfData(summary))
    return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  if (!summary.data) return <Skeleton height={420} radius={16} />
  const { total, active, universities, byCountry } = summary.data
  const cards: [string, number][] = [
    [text.cards.total, total],
    [text.cards.active, active],
    [text.cards.countries, byCountry.length],
    [text.cards.universities, universities],
  ]
  return (
    <>
      <StatCards>
        {cards.map(([label, value]) => (
          <StatCard key={label} label={label} value={formatNumber(value)} />
        ))}
      </StatCards>
      <Card component="section" aria-label={text.distribution}>
        <Title order={2} size="h4" mb="xs">
          {text.distribution}
        </Title>
        <ScrollRow className={styles.countries}>
          {byCountry.map(entry => (
            <UnstyledButton
              key={entry.country}
              py={8}
              px={12}
              bdrs={10}
              fz={14}
              className={styles.country}
              aria-pressed={entry.country === country}
              onClick={() => onCountry(entry.country === country ? undefined : entry.country)}
            >
              <span>{getCountryName(entry.country)}</span>
              <strong className="tabular">{text.clubCount({ count: entry.count })}</strong>
            </UnstyledButton>
          ))}
        </ScrollRow>
      </Card>
    </>
  )
}
