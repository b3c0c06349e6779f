import { Card, Skeleton, Table, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './ListTable.module.css'
import { PaginationButtons } from './PaginationButtons.tsx'
import { RowSkeletonLines } from './RowsSkeleton.tsx'

export interface Column<T> {
  title: string
  /** Content of the column header in place of the title. Phones then use the title as the label of each cell. */
  header?: ReactNode
  cell: (row: T) => ReactNode
  /** Column width in percent. If all columns of the table have a width, the last column always stays visible. */
  width?: string
  /** Sort key of the column, which a click on the column header requests. */
  sort?: string
  /** Whether the cells of the table column have no label on phones. */
  hasNoLabel?: boolean
  /** Whether the table column is hidden on narrow screens, because the page of the record shows its value. */
  isHiddenWhenNarrow?: boolean
}

interface Identified {
  id: number | string
}

interface ListQuery<T> {
  data?: { rows: T[]; total?: number; isCapped?: boolean }
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

export interface SortOrder {
  /** Sort key of a column. A leading minus means descending order. */
  sort: string
  onSort: (sort: string) => void
}

function getSortDirection(sort: string, column: string) {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}

/** Button in a column header: the first click sorts the table ascending, the second descending. */
function ColumnSortButton({ column, title, order }: { column: string; title: string; order: SortOrder }) {
  const sorted = getSortDirection(order.sort, column)
  const SortIcon =
    sorted === 'descending' ? IconChevronDown : sorted === 'ascending' ? IconChevronUp : IconSelector
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      ta="left"
      lh={1.25}
      style={{ overflowWrap: 'anywhere' }}
      className={styles.sort}
      data-sorted={sorted !== 'none' || undefined}
      onClick={() => order.onSort(sorted === 'ascending' ? `-${column}` : column)}
    >
      {title}
      <SortIcon size={14} aria-hidden />
    </UnstyledButton>
  )
}

type SkeletonImage = 'circle' | 'square'

const createRowKeys = (count: number) => Array.from({ length: count }, (_, index) => index)

function PhoneRows<T extends Identified>({
  caption,
  query,
  skeletons,
  skeletonImage = 'circle',
  phoneRow,
}: {
  caption: string
  query: ListQuery<T>
  skeletons: number
  skeletonImage?: SkeletonImage
  phoneRow: (row: T) => ReactNode
}) {
  return (
    <ul className={styles.rows} aria-label={caption} aria-busy={query.isPending}>
      {query.isPending &&
        createRowKeys(skeletons).map(index => (
          <Columns key={index} component="li" template="40px 1fr" gap={12} align="center" h={72} px={14}>
            <Skeleton height={40} width={40} radius={skeletonImage === 'circle' ? 20 : 'md'} />
            <RowSkeletonLines isWide={index % 2 === 0} />
          </Columns>
        ))}
      {query.data?.rows.map(row => (
        <li key={row.id}>{phoneRow(row)}</li>
      ))}
    </ul>
  )
}

function TableHead<T>({ columns, order }: { columns: Column<T>[]; order?: SortOrder }) {
  const isPhone = useIsPhone()
  return (
    <Table.Thead className={isPhone ? 'visually-hidden' : undefined}>
      <Table.Tr>
        {columns.map(column => (
          <Table.Th
            key={column.title}
            w={column.width}
            style={{ overflowWrap: 'break-word' }}
            data-spare={column.isHiddenWhenNarrow}
            aria-sort={order && column.sort ? getSortDirection(order.sort, column.sort) : undefined}
          >
            {order && column.sort ? (
              <ColumnSortButton column={column.sort} title={column.title} order={order} />
            ) : (
              (column.header ?? column.title)
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function TableBody<T extends Identified>({
  columns,
  query,
  skeletons,
  skeletonImage,
}: {
  columns: Column<T>[]
  query: ListQuery<T>
  skeletons: number
  skeletonImage?: SkeletonImage
}) {
  return (
    <Table.Tbody>
      {query.isPending &&
        createRowKeys(skeletons).map(index => (
          <Table.Tr key={index}>
            {columns.map((column, place) => (
              <Table.Td key={column.title} data-spare={column.isHiddenWhenNarrow}>
                {place === 0 ? (
                  <Columns template={skeletonImage && '38px 1fr'} gap={12} align="center">
                    {skeletonImage && (
                      <Skeleton height={38} radius={skeletonImage === 'circle' ? 19 : 'md'} />
                    )}
                    <RowSkeletonLines isWide={index % 2 === 0} />
                  </Columns>
                ) : (
                  <Skeleton height={12} maw={index % 2 === 0 ? 110 : 80} />
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      {query.data?.rows.map(row => (
        <Table.Tr key={row.id}>
          {columns.map(column => (
            <Table.Td
              key={column.title}
              data-label={column.hasNoLabel ? undefined : column.title}
              data-spare={column.isHiddenWhenNarrow}
            >
              {column.cell(row)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

/**
 * Table of records with loading, error and empty states. On phones, `phoneRow` renders each row; without `phoneRow`,
 * each row is a card with labelled values.
 */
export function ListTable<T extends Identified>({
  caption,
  columns,
  query,
  empty,
  skeletons = 5,
  skeletonImage,
  phoneRow,
  isNarrow = false,
  action,
  order,
  pages,
}: {
  caption: string
  columns: Column<T>[]
  query: ListQuery<T>
  empty: string
  skeletons?: number
  /** Shape of the image at the start of each row, for the placeholder of a loading table. */
  skeletonImage?: SkeletonImage
  /** Renders a record on phones, usually as a `ListRow`. */
  phoneRow?: (row: T) => ReactNode
  /**
   * Whether `phoneRow` renders the records although the window is wider than a phone, because the columns do not fit.
   */
  isNarrow?: boolean
  /** Button or link for the next step, shown when the list is empty. */
  action?: ReactNode
  /** Current sort order of the table and its change handler; omitted for lists with a fixed order. */
  order?: SortOrder
  /** Paging of the table; omitted for lists that are shown as a whole. */
  pages?: { page: number; pageSize: number; onChange: (page: number) => void }
}) {
  const isPhone = useIsPhone()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const { rows = [], total = 0, isCapped } = query.data ?? {}
  const isEmpty = !query.isPending && rows.length === 0
  return (
    <>
      <Card padding={0} className={styles.frame}>
        {isEmpty ? (
          <EmptyState text={empty} action={action} />
        ) : (isPhone || isNarrow) && phoneRow ? (
          <PhoneRows
            caption={caption}
            query={query}
            skeletons={skeletons}
            skeletonImage={skeletonImage}
            phoneRow={phoneRow}
          />
        ) : (
          <Table
            className={styles.table}
            layout={columns.some(({ width }) => width) ? 'fixed' : 'auto'}
            aria-label={caption}
            aria-busy={query.isPending}
          >
            <TableHead columns={columns} order={order} />
            <TableBody columns={columns} query={query} skeletons={skeletons} skeletonImage={skeletonImage} />
          </Table>
        )}
      </Card>
      {pages && <PaginationButtons list={caption} total={total} isCapped={isCapped} {...pages} />}
    </>
  )
}
