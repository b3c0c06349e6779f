import { Card, Skeleton, Table, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isMissing } from '#web/lib/is-missing.ts'
import { usePhone } from '#web/lib/phone.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import styles from './ListTable.module.css'
import { Pager } from './Pager.tsx'

export interface Column<T> {
  title: string
  /** Stands in the head instead of the title, which then only names the cells on a phone. */
  head?: ReactNode
  cell: (row: T) => ReactNode
  /** A share of the whole; with it nothing ever pushes the last column out of sight. */
  width?: string
  /** What the list can be put in order by, which is what pressing the title does. */
  sort?: string
  /** Needs no label beside it on a phone. */
  isBare?: boolean
  /** Left out where the table has less room than on a desk; the record's own page has it. */
  isSpare?: boolean
}

interface Query<T> {
  data?: { rows: T[]; total?: number; isCapped?: boolean }
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

export interface Order {
  /** A column's `sort`, with a minus from the bottom. */
  sort: string
  onSort: (sort: string) => void
}

function sortedBy(sort: string, column: string) {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}

/** Once from the top, once more from the bottom. */
function SortButton({ column, title, order }: { column: string; title: string; order: Order }) {
  const sorted = sortedBy(order.sort, column)
  const Sign =
    sorted === 'descending' ? IconChevronDown : sorted === 'ascending' ? IconChevronUp : IconSelector
  return (
    <UnstyledButton
      className={styles.sort}
      data-sorted={sorted !== 'none' || undefined}
      onClick={() => order.onSort(sorted === 'ascending' ? `-${column}` : column)}
    >
      {title}
      <Sign size={14} aria-hidden />
    </UnstyledButton>
  )
}

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => index)

/**
 * A list with its waiting, failing and empty states. On a phone each row is what `phoneRow` makes of it, or else a card
 * of labelled lines.
 */
export function ListTable<T extends { id: number | string }>({
  caption,
  columns,
  query,
  empty,
  skeletons = 5,
  phoneRow,
  action,
  order,
  pages,
}: {
  caption: string
  columns: Column<T>[]
  query: Query<T>
  empty: string
  skeletons?: number
  /** A `ListRow`, mostly. */
  phoneRow?: (row: T) => ReactNode
  /** The next step when there is nothing. */
  action?: ReactNode
  /** In which order it stands, and how to ask for another; left out: always in the same. */
  order?: Order
  /** Left out: the list is shown whole. */
  pages?: { page: number; pageSize: number; onChange: (page: number) => void }
}) {
  const isPhone = usePhone()
  if (isMissing(query)) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const { rows = [], total = 0, isCapped } = query.data ?? {}
  return (
    <>
      <Card padding={0} className={styles.frame}>
        {isPhone && phoneRow ? (
          <ul className={styles.rows} aria-label={caption} aria-busy={query.isPending}>
            {query.isPending &&
              keysOf(skeletons).map(index => (
                <li key={index} className={styles.waiting}>
                  <Skeleton height={40} circle />
                  <Skeleton height={20} />
                </li>
              ))}
            {rows.map(row => (
              <li key={row.id}>{phoneRow(row)}</li>
            ))}
          </ul>
        ) : (
          <Table
            className={styles.table}
            layout={columns.some(({ width }) => width) ? 'fixed' : 'auto'}
            aria-label={caption}
            aria-busy={query.isPending}
          >
            <Table.Thead>
              <Table.Tr>
                {columns.map(column => (
                  <Table.Th
                    key={column.title}
                    w={column.width}
                    data-spare={column.isSpare}
                    aria-sort={order && column.sort ? sortedBy(order.sort, column.sort) : undefined}
                  >
                    {order && column.sort ? (
                      <SortButton column={column.sort} title={column.title} order={order} />
                    ) : (
                      (column.head ?? column.title)
                    )}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.isPending &&
                keysOf(skeletons).map(index => (
                  <Table.Tr key={index}>
                    <Table.Td colSpan={columns.length}>
                      <Skeleton height={20} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              {rows.map(row => (
                <Table.Tr key={row.id}>
                  {columns.map(column => (
                    <Table.Td
                      key={column.title}
                      data-label={column.isBare ? undefined : column.title}
                      data-spare={column.isSpare}
                    >
                      {column.cell(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {!query.isPending && rows.length === 0 && <EmptyState text={empty} action={action} />}
      </Card>
      {pages && <Pager list={caption} total={total} isCapped={isCapped} {...pages} />}
    </>
  )
}
