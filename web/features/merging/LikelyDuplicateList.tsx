import { Box, Button, Card, Divider, Flex, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { LikelyPair, MergeAccount } from '#shared/contracts/merging/merging.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { reasonTexts, pairsText as text } from '#texts/merging.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatDate, formatNumber } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LoadMoreButton } from '#web/ui/list/PaginationButtons.tsx'
import { RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Merging.module.css'
import { useDismissLikelyDuplicate, useLikelyDuplicateUsers } from './merging.api.ts'

const getClubOrCountry = ({ clubName, currentCountry }: MergeAccount) =>
  clubName ?? getCountryName(currentCountry) ?? ''

/** Field value of one of two similar accounts. Words that the other account's value lacks are highlighted. */
function MarkedDifference({ value, other }: { value: string; other: string }) {
  const otherWords = other.toLowerCase().split(' ')
  const runs: { words: string[]; isShared: boolean }[] = []
  for (const word of value.split(' ')) {
    const isShared = otherWords.includes(word.toLowerCase())
    const run = runs.at(-1)
    if (run?.isShared === isShared) run.words.push(word)
    else runs.push({ words: [word], isShared })
  }
  return runs.map(({ words, isShared }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text never change their order
    <Fragment key={index}>
      {index > 0 && ' '}
      {isShared ? (
        words.join(' ')
      ) : (
        <Box component="mark" px={3} bdrs={4} {...getToneProps('warn')}>
          {words.join(' ')}
        </Box>
      )}
    </Fragment>
  ))
}

/** Number of grid rows of an account summary. Two similar accounts share the rows, so their data align. */
const summaryRows = 5

/** Summary of an account. Words that distinguish it from the similar account are marked. */
function DuplicateAccountRow({ account, other }: { account: MergeAccount; other: MergeAccount }) {
  const { fullName, email, membershipNumber, status, createdAt } = account
  const place = getClubOrCountry(account)
  return (
    <Columns
      template="40px minmax(0, 1fr)"
      gap="0 12px"
      style={{ gridRow: `span ${summaryRows}`, gridTemplateRows: 'subgrid', overflowWrap: 'anywhere' }}
    >
      <Box style={{ gridRow: `span ${summaryRows}` }}>
        <PersonAvatar person={account} size={40} />
      </Box>
      <Text fw={600}>
        <MarkedDifference value={fullName} other={other.fullName} />
      </Text>
      <Flex wrap="wrap" gap="2px 8px" align="center">
        <Text size="sm" c="dimmed" className="tabular">
          {membershipNumber ?? text.noNumber}
        </Text>
        {status !== 'active' && <StatusBadge status={status} />}
      </Flex>
      <Text size="sm" c="dimmed">
        {place ? <MarkedDifference value={place} other={getClubOrCountry(other)} /> : '–'}
      </Text>
      <Text size="sm" c="dimmed">
        <EmailAddress address={email} />
      </Text>
      <Text size="sm" c="dimmed">
        {text.registered({ day: formatDate(createdAt) })}
      </Text>
    </Columns>
  )
}

function DuplicatePairCard({ pair: { id, why, people } }: { pair: LikelyPair }) {
  const dismiss = useDismissLikelyDuplicate()
  const isPhone = useIsPhone()
  const [first, second] = people
  return (
    <Card component="li" className={styles.pair}>
      <Box
        component="span"
        py={3}
        px={10}
        fz={13}
        fw={600}
        c="var(--tint-text)"
        bg="var(--tint)"
        bdrs={999}
        style={{ justifySelf: 'start' }}
      >
        {reasonTexts[why]}
      </Box>
      <Columns template={{ sm: 'repeat(2, minmax(0, 1fr))' }} gap="0 24px">
        <DuplicateAccountRow account={first} other={second} />
        {isPhone && <Divider my={14} />}
        <DuplicateAccountRow account={second} other={first} />
      </Columns>
      <Group gap="xs" justify="flex-end" grow={isPhone}>
        <Button
          variant="default"
          loading={dismiss.isPending}
          aria-label={text.differentNames({ one: first.fullName, other: second.fullName })}
          onClick={() => dismiss.mutate(id)}
        >
          {text.different}
        </Button>
        <Button
          variant="light"
          aria-label={text.lookAt({ one: first.fullName, other: second.fullName })}
          renderRoot={props => (
            <Link
              {...props}
              to="/duplicates/$id"
              params={{ id: String(first.id) }}
              search={{ with: second.id }}
            />
          )}
        >
          {text.look}
        </Button>
      </Group>
    </Card>
  )
}

export function LikelyDuplicateList() {
  const query = useLikelyDuplicateUsers()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const pairs = query.data?.pages.flat()
  return (
    <section aria-label={text.title}>
      <Text size="sm" c="dimmed" mb="md" maw={760}>
        {text.help}
      </Text>
      <Text size="sm" fw={600} mb="xs" mih={22}>
        {pairs &&
          pairs.length > 0 &&
          text.count({ total: `${formatNumber(pairs.length)}${query.hasNextPage ? '+' : ''}` })}
      </Text>
      {!pairs && <RowsSkeleton />}
      {pairs?.length === 0 && (
        <Card>
          <EmptyState text={text.empty} />
        </Card>
      )}
      {pairs && pairs.length > 0 && (
        <Flex component="ul" direction="column" gap={12}>
          {pairs.map(pair => (
            <DuplicatePairCard key={pair.id} pair={pair} />
          ))}
        </Flex>
      )}
      <Group justify="center">
        <LoadMoreButton list={query}>{text.more}</LoadMoreButton>
      </Group>
    </section>
  )
}
