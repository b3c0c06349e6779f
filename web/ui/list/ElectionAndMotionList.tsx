import { Box, Button, Card, Flex, Group, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCheck, IconChevronRight, IconClock, IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import cards from './CardList.module.css'
import { RowsSkeleton } from './RowsSkeleton.tsx'

/**
 * Content of a row in a list of elections or motions: title and status, place and time, and what the user has to do or
 * has done.
 */
export function ElectionOrMotionRowContent({
  title,
  badge,
  place,
  time,
  ownPart,
  isTask,
}: {
  title: string
  badge: ReactNode
  place: string
  time: string | undefined
  ownPart: string | undefined
  /** Whether the user still has to act in the election or motion, for example to vote. */
  isTask: boolean
}) {
  return (
    <>
      <Flex
        component="span"
        gap="6px 12px"
        direction={{ base: 'column-reverse', sm: 'row' }}
        align="flex-start"
        justify="space-between"
      >
        <Text span fw={600}>
          {title}
        </Text>
        {badge}
      </Flex>
      <Flex component="span" gap={12} align="flex-end" justify="space-between" fz={14} c="dimmed">
        <Flex component="span" gap="2px 16px" wrap="wrap">
          <span>{place}</span>
          {time && (
            <Flex component="span" gap={6} align="flex-start">
              <IconClock size={16} style={{ marginTop: 3 }} aria-hidden />
              {time}
            </Flex>
          )}
        </Flex>
        {!(ownPart && isTask) && <IconChevronRight size={18} aria-hidden />}
      </Flex>
      {ownPart && isTask && (
        <Button
          component="span"
          variant="light"
          w={{ sm: 'fit-content' }}
          mt={4}
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {ownPart}
        </Button>
      )}
      {ownPart && !isTask && (
        <Flex component="span" gap={6} align="center" fz={14} fw={600} c="dimmed">
          <IconCheck size={16} aria-hidden />
          {ownPart}
        </Flex>
      )}
    </>
  )
}

function ElectionOrMotionRows<Item extends { id: number }>({
  query,
  label,
  empty,
  renderRow,
}: {
  query: UseQueryResult<Item[]>
  label: string
  empty: string
  renderRow: (item: Item) => ReactNode
}) {
  if (!query.data) return <RowsSkeleton hasImages={false} rows={2} />
  if (query.data.length === 0) {
    return (
      <Card padding={0}>
        <EmptyState text={empty} />
      </Card>
    )
  }
  return (
    <ul className={cards.list} aria-label={label}>
      {query.data.map(item => (
        <li key={item.id}>{renderRow(item)}</li>
      ))}
    </ul>
  )
}

/** Section with a list of elections or motions. Without `onCreate`, it has no button to create one. */
export function ElectionAndMotionList<Item extends { id: number }>({
  text,
  note,
  query,
  renderRow,
  onCreate,
}: {
  text: { title: string; list: string; empty: string; create: string }
  note: ReactNode
  query: UseQueryResult<Item[]>
  renderRow: (item: Item) => ReactNode
  onCreate?: () => void
}) {
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return (
    <Box component="section" className={cards.column} mb={24}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {text.title}
        </Title>
        {onCreate && (
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onCreate}>
            {text.create}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {note}
      </Text>
      <ElectionOrMotionRows query={query} label={text.list} empty={text.empty} renderRow={renderRow} />
    </Box>
  )
}
