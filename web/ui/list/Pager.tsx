import { ActionIcon, Button, Group, type MantineSpacing, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { pagerText as text } from '#texts/lists.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { listPageButtons } from '#web/lib/format/list-page-buttons.ts'

/** Paging buttons around the current page: at most five, three on phones. */
export function Pager({
  list,
  page,
  pageSize,
  total,
  isCapped = false,
  isNarrow = false,
  onChange,
}: {
  /** Caption of the paged list. */
  list: string
  page: number
  pageSize: number
  total: number
  isCapped?: boolean
  /** Limits the pager to three page buttons, the number shown on phones. */
  isNarrow?: boolean
  onChange: (page: number) => void
}) {
  const isPhone = useIsPhone()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  // The current page may not exist, because its last row was deleted or the URL was edited.
  const isBeyond = total > 0 && page > pages
  useEffect(() => {
    if (isBeyond) onChange(pages)
  }, [isBeyond, pages, onChange])
  if (total === 0) return null
  const renderArrow = (label: string, to: number, icon: React.ReactNode) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      disabled={to < 1 || to > pages}
      onClick={() => onChange(to)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {text.shown({
          from: (page - 1) * pageSize + 1,
          to: Math.min(page * pageSize, total),
          total: `${formatNumber(total)}${isCapped ? '+' : ''}`,
        })}
      </Text>
      <Group component="nav" gap={6} aria-label={text.nav({ list: list.toLowerCase() })}>
        {renderArrow(text.previous, page - 1, <IconChevronLeft size={18} aria-hidden />)}
        {listPageButtons(page, pages, isPhone || isNarrow ? 3 : 5).map(number => (
          <ActionIcon
            key={number}
            variant={number === page ? 'filled' : 'default'}
            size="lg"
            aria-label={text.page({ page: String(number) })}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange(number)}
          >
            {number}
          </ActionIcon>
        ))}
        {renderArrow(text.next, page + 1, <IconChevronRight size={18} aria-hidden />)}
      </Group>
    </Group>
  )
}

/** Button that loads the next page of an infinite list; hidden after the last page. */
export function LoadMoreButton({
  list,
  mt = 'md',
  children,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  mt?: MantineSpacing
  children: string
}) {
  if (!list.hasNextPage) return null
  return (
    <Button mt={mt} variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {children}
    </Button>
  )
}
