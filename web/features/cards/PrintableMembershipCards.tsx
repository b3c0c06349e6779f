import '#web/ui/printed.ts'
import { Button, Group, Card as Panel, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { maxCardsPerRequest } from '#shared/contracts/cards/cards.schemas.ts'
import { sheetText as text } from '#texts/cards.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { usePrintMembershipCards } from './cards.api.ts'
import { MembershipCard } from './MembershipCard.tsx'
import styles from './PrintableMembershipCards.module.css'

/** Printable membership cards of a club, eight cards in bank card size per A4 page. */
export function PrintableMembershipCards({ clubId }: { clubId: number }) {
  const printing = usePrintMembershipCards(clubId)
  const [batch, setBatch] = useState(0)
  const { data } = printing
  const first = batch * maxCardsPerRequest + 1
  const last = first + (data?.cards.length ?? 0) - 1
  const prepareBatch = (next: number) =>
    printing.mutate(next === 0 ? undefined : data?.cards.at(-1)?.id, { onSuccess: () => setBatch(next) })
  return (
    <Stack gap="lg">
      <BackLink to="/clubs/$id" params={{ id: String(clubId) }}>
        {text.back}
      </BackLink>
      <Panel>
        <Title order={2} size="h4">
          {data?.clubName ?? text.title}
        </Title>
        <Text size="sm" c="dimmed" my="sm" maw={760}>
          {text.help} {text.recorded}
        </Text>
        <Group gap="sm">
          {!data && (
            <Button loading={printing.isPending} onClick={() => prepareBatch(0)}>
              {text.prepare}
            </Button>
          )}
          {data && data.cards.length > 0 && (
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
              {text.print}
            </Button>
          )}
          {data && last < data.total && (
            <Button variant="default" loading={printing.isPending} onClick={() => prepareBatch(batch + 1)}>
              {text.more}
            </Button>
          )}
          {data && data.cards.length > 0 && (
            <Text size="sm">{text.ready({ from: first, to: last, total: data.total })}</Text>
          )}
        </Group>
      </Panel>
      {data?.cards.length === 0 && (
        <Panel>
          <EmptyState text={text.nobody} />
        </Panel>
      )}
      {data && data.cards.length > 0 && (
        <div className={styles.sheet} data-printed>
          {data.cards.map(card => (
            <div key={card.id} className={styles.place}>
              <MembershipCard face={card} />
              <p className={styles.until}>{text.until({ day: formatDate(card.expiresAt) })}</p>
            </div>
          ))}
        </div>
      )}
    </Stack>
  )
}
