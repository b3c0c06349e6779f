import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '#web/ui/Panel.tsx'
import styles from './Analytics.module.css'
import { analyticsText as text } from './analytics.text.ts'

/**
 * A chart and the same numbers as a table. The table is always there for those who listen to the page; whoever asks
 * for it sees it instead of the chart.
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
  /** The first cell names the row. */
  rows: [name: string, ...numbers: string[]][]
  isEmpty?: boolean
  /** What is drawn has places of its own to go to and to listen to. */
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
  return (
    <Panel title={title} subtitle={subtitle} className={className}>
      {!asTable && <div aria-hidden={isOperable ? undefined : true}>{children}</div>}
      {/* What scrolls must be reached by the keyboard too. */}
      <div className={asTable ? styles.scroll : styles.heard} tabIndex={asTable ? 0 : undefined}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {head.map(name => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, ...numbers]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {numbers.map((number, index) => (
                  <Table.Td key={head[index + 1]}>{number}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  )
}
