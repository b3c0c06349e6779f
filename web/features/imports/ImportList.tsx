import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ImportSummary } from '#shared/contracts/imports/imports.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { statusLabels, importText as text } from '#texts/imports.ts'
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import type { Tone } from '#web/ui/feedback/tones.ts'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { importsPageSize, useImports } from './imports.api.ts'

export function getImportClubOrCountryLabel({
  clubName,
  country,
}: Pick<ImportSummary, 'clubName' | 'country'>): string {
  return clubName ?? getCountryName(country) ?? text.everywhere
}

const statusTones: Record<ImportSummary['status'], Tone> = {
  checking: 'info',
  ready: 'warn',
  proposed: 'warn',
  applying: 'info',
  stopped: 'bad',
  done: 'good',
  undoing: 'info',
  undone: 'neutral',
}

const getColumns = (): Column<ImportSummary>[] => [
  {
    title: text.file,
    hasNoLabel: true,
    cell: row => (
      <Anchor
        inherit
        fw={600}
        className="lone"
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={props => <Link {...props} to="/imports/$id" params={{ id: String(row.id) }} />}
      >
        {row.name}
      </Anchor>
    ),
  },
  { title: text.place, cell: getImportClubOrCountryLabel },
  { title: text.lines, cell: row => <span className="tabular">{formatNumber(row.total)}</span> },
  {
    title: text.status,
    cell: row => <ColouredBadge tone={statusTones[row.status]}>{statusLabels[row.status]}</ColouredBadge>,
  },
  { title: text.by, cell: row => row.createdBy },
  { title: text.when, cell: row => <span className="tabular">{formatDateTime(row.createdAt)}</span> },
]

/** List of the imports that the user may see, newest first. */
export function ImportList({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  return (
    <ListTable
      caption={text.caption}
      columns={getColumns()}
      query={useImports(page)}
      empty={text.empty}
      pages={{ page, pageSize: importsPageSize, onChange: onPage }}
    />
  )
}
