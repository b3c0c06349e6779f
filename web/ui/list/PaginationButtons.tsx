import { ActionIcon, Button, Group, type MantineSpacing, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useEffect } from 'react'
import { pagerText as text } from '#texts/lists.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { listPaginationPageNumbers } from '#web/lib/format/list-pagination-page-numbers.ts'

/**
 * Page buttons of a list: first, last and current page with its neighbours. Phones show the page number as a
 * text. A list of one page has no buttons.
 */
export function PaginationButtons({
  list,
  page,
  pageSize,
  total,
  isCapped = false,
  isNarrow = false,
  onChange,
}: {
  /** Name of the paged list, used in the accessible label of the page buttons. */
  list: string
  page: number
  pageSize: number
  total: number
  isCapped?: boolean
  /** Whether the page number is shown as a text instead of buttons, as on phones. */
  isNarrow?: boolean
  onChange: (page: number) => void
}) {
  const isPhone = useIsPhone()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  // The current page of the list may not exist, because its last row was deleted or the user edited the URL.
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
    <Group justify="space-between" wrap={isPhone || isNarrow ? 'nowrap' : 'wrap'} mt="md">
      <Text size="sm" c="dimmed">
        {text.shown({
          from: (page - 1) * pageSize + 1,
          to: Math.min(page * pageSize, total),
          total: `${formatNumber(total)}${isCapped ? '+' : ''}`,
        })}
      </Text>
      {pages > 1 && (
        <Group component="nav" flex="none" gap={6} aria-label={text.nav({ list: list.toLowerCase() })}>
          {renderArrow(text.previous, page - 1, <IconChevronLeft size={18} aria-hidden />)}
          {isPhone || isNarrow ? (
            <Text size="sm" px={6} className="tabular">
              {text.pageOf({ page, pages })}
            </Text>
          ) : (
            listPaginationPageNumbers(page, pages).map((number, index, buttons) => (
              <Fragment key={number}>
                {index > 0 && number - (buttons[index - 1] ?? 0) > 1 && (
                  <Text span c="dimmed" aria-hidden>
                    …
                  </Text>
                )}
                <ActionIcon
                  variant={number === page ? 'filled' : 'default'}
                  size="lg"
                  // Buttons for page numbers with three digits are wider.
                  w="auto"
                  px={6}
                  aria-label={text.page({ page: String(number) })}
                  aria-current={number === page ? 'page' : undefined}
                  onClick={() => onChange(number)}
                >
                  {number}
                </ActionIcon>
              </Fragment>
            ))
          )}
          {renderArrow(text.next, page + 1, <IconChevronRight size={18} aria-hidden />)}
        </Group>
      )}
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
