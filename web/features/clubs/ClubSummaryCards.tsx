import { Box, Card, Skeleton, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { getCountryName } from '#shared/countries/country-names.ts'
import { clubsText as text } from '#texts/clubs.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { HorizontalScrollRow } from '#web/ui/layout/HorizontalScrollRow.tsx'
import { StatCard, StatCards } from '#web/ui/layout/StatCard.tsx'
import styles from './Clubs.module.css'
import { useClubCountSummary } from './clubs.api.ts'

/**
 * Four summary cards about clubs, and the number of clubs per country. Clicking a country filters the club list. Phones
 * show the countries first, and the figures as one line.
 */
export function ClubSummaryCards({
  country,
  onCountry,
}: {
  country?: string
  onCountry: (country?: string) => void
}) {
  const summary = useClubCountSummary()
  const isPhone = useIsPhone()
  if (isQueryErrorShownInsteadOfData(summary))
    return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  const { total, active, universities, byCountry } = summary.data ?? {}
  const cards: [string, number?][] = [
    [text.cards.total, total],
    [text.cards.active, active],
    [text.cards.countries, byCountry?.length],
    [text.cards.universities, universities],
  ]
  const countryButtons = (
    <HorizontalScrollRow className={styles.countries}>
      {!byCountry &&
        Array.from({ length: 12 }, (_, index) => index).map(index => (
          <Skeleton
            key={index}
            height={isPhone ? 44 : 12}
            radius={10}
            miw={isPhone ? 144 : 120}
            my={{ sm: 14 }}
            mx={{ sm: 12 }}
            w="auto"
          />
        ))}
      {byCountry?.map(entry => (
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
    </HorizontalScrollRow>
  )
  if (isPhone)
    return (
      <Box component="section" pos="relative" mb={12} aria-label={text.distribution}>
        <VisuallyHidden component="h2">{text.distribution}</VisuallyHidden>
        {countryButtons}
        <Text fz={13} c="dimmed" mt={8} mih={20} aria-busy={summary.isPending}>
          {summary.data ? (
            text.figures({
              total: summary.data.total,
              active: summary.data.active,
              countries: summary.data.byCountry.length,
              universities: summary.data.universities,
            })
          ) : (
            <Skeleton component="span" display="block" height={10} width={250} />
          )}
        </Text>
      </Box>
    )
  return (
    <>
      <StatCards isBusy={summary.isPending}>
        {cards.map(([label, value]) => (
          <StatCard key={label} label={label} value={value === undefined ? value : formatNumber(value)} />
        ))}
      </StatCards>
      <Card component="section" aria-label={text.distribution}>
        <Title order={2} size="h4" mb="xs">
          {text.distribution}
        </Title>
        {countryButtons}
      </Card>
    </>
  )
}
