import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { analyticsText as text } from '#texts/analytics.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Analytics.module.css'

const numberCell = { ta: 'right', style: { whiteSpace: 'nowrap' } } as const

/**
 * Panel with a chart and its numbers as a table. Screen readers always get the table.
 * With `asTable`, the table also replaces the chart on the screen.
 */
export function ChartPanel({
  title,
  subtitle,
  asTable,
  head,
  rows,
  isEmpty = false,
  isOperable = false,
  className,
  children,
}: {
  title: string
  subtitle?: string
  asTable: boolean
  head: string[]
  /** Rows of the table that shows the chart's data. The first cell of each row is the row header. */
  rows: [name: string, ...numbers: string[]][]
  isEmpty?: boolean
  /** Whether the chart reacts to clicks or keys. Assistive technology must be able to reach such a chart. */
  isOperable?: boolean
  className?: string
  children?: ReactNode
}) {
  if (isEmpty) {
    return (
      <Panel title={title} className={className}>
        <Text c="dimmed">{text.noData}</Text>
      </Panel>
    )
  }
  // Number columns are narrow, above all when there are three of them, to leave room for the column of names.
  const numberColumnWidth = { base: '1%', md: head.length > 3 ? 76 : 112 }
  return (
    <Panel title={title} subtitle={subtitle} className={className}>
      {!asTable && <div aria-hidden={isOperable ? undefined : true}>{children}</div>}
      {/* A scrollable table is focusable, so that keyboard users can scroll it. */}
      <div className={asTable ? styles.scroll : 'visually-hidden'} tabIndex={asTable ? 0 : undefined}>
        <Table aria-label={title} horizontalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              {head.map((name, index) => (
                <Table.Th key={name} {...(index > 0 ? { ...numberCell, w: numberColumnWidth } : { pl: 0 })}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, ...numbers]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} pl={0}>
                  {name}
                </Table.Th>
                {numbers.map((number, index) => (
                  <Table.Td key={head[index + 1]} {...numberCell}>
                    {number}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  )
}
