import { ActionIcon, Box, Button, Flex, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ImportChoice, ImportDetail, ImportRow } from '#shared/contracts/imports/imports.schemas.ts'
import { formatImportProblem, getImportFieldLabel } from '#shared/format-import-problem.ts'
import { can } from '#shared/policies.ts'
import { choiceLabels, outcomeLabels, importText as text } from '#texts/imports.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ImportRowFilters } from './ImportRowFilters.tsx'
import { ImportRowKindBadge } from './ImportRowKindBadge.tsx'
import {
  importRowsPageSize,
  useChooseImportRowAction,
  useDownloadImportErrors,
  useImportRows,
} from './imports.api.ts'
import type { ImportSearch } from './imports.search.ts'

const CorrectRowDialog = createLazyOverlay(
  async () => (await import('./CorrectRowDialog.tsx')).CorrectRowDialog,
)

type Row = ImportRow & { id: number }

function RowChanges({ row, fields }: { row: Row; fields: ImportDetail['fields'] }) {
  return row.changes.map(({ key, from, to }) => (
    <div key={key}>
      {getImportFieldLabel(key, fields)}:{' '}
      {from && (
        <Box component="s" c="dimmed">
          {from}
        </Box>
      )}{' '}
      {from && '→ '}
      <b>{to ?? '–'}</b>
    </div>
  ))
}

function RowDetails({ row, fields }: { row: Row; fields: ImportDetail['fields'] }) {
  const reasonText = row.reasons.map(reason => formatImportProblem(reason, fields)).join(', ')
  return (
    <Box style={{ overflowWrap: 'anywhere' }}>
      {(row.kind === 'change' || row.kind === 'duplicate') && <RowChanges row={row} fields={fields} />}
      {row.kind === 'unchanged' &&
        `${text.nothing}${row.person?.membershipNumber ? ` ${row.person.membershipNumber}` : ''}`}
      {row.kind === 'new' && !row.outcome && reasonText === '' && text.willAdd}
      {reasonText && <div>{reasonText}</div>}
      {row.kind === 'duplicate' && (
        <div>
          {text.maybe}{' '}
          <b>
            {row.person
              ? [row.person.fullName, row.person.membershipNumber].filter(Boolean).join(' · ')
              : text.outOfSight}
          </b>
        </div>
      )}
    </Box>
  )
}

/** Actions that the user can choose for each kind of imported line. The first action is the default. */
const choicesByKind: Partial<Record<NonNullable<Row['kind']>, ImportChoice[]>> = {
  new: ['create', 'skip'],
  change: ['update', 'skip'],
  duplicate: ['skip', 'update', 'create'],
}

/**
 * Lists the actions for an imported line. If its email address or identity number is in use, it cannot create an
 * account.
 */
function listChoices({ kind, reasons }: Row): ImportChoice[] | undefined {
  const isTaken = reasons.some(({ code }) => code === 'same_email' || code === 'same_ic')
  return kind ? choicesByKind[kind]?.filter(choice => choice !== 'create' || !isTaken) : undefined
}

/**
 * Whether the user can change the preview of an import. A proposed import is editable only for users who confirm it.
 */
function isEditable(user: CurrentUser, { status }: ImportDetail): boolean {
  return status === 'ready' || (status === 'proposed' && can(user, 'imports.confirm'))
}

function RowChoice({ user, row, detail }: { user: CurrentUser; row: Row; detail: ImportDetail }) {
  const choose = useChooseImportRowAction(detail.id)
  if (row.outcome) return outcomeLabels[row.outcome]
  const choices = listChoices(row)
  if (!choices || !['ready', 'proposed'].includes(detail.status)) return text.skipped
  if (!isEditable(user, detail)) return choiceLabels[row.choice ?? (choices[0] as ImportChoice)]
  return (
    <NativeSelect
      flex={1}
      aria-label={text.choiceFor({ line: row.line })}
      data={choices.map(value => ({ value, label: choiceLabels[value] }))}
      value={row.choice ?? choices[0]}
      disabled={choose.isPending}
      onChange={event => choose.mutate({ line: row.line, choice: event.currentTarget.value as ImportChoice })}
    />
  )
}

interface RowActionProps {
  user: CurrentUser
  row: Row
  detail: ImportDetail
  onCorrect: () => void
}

function RowAction({ user, row, detail, onCorrect }: RowActionProps) {
  if (!isEditable(user, detail)) return <RowChoice user={user} row={row} detail={detail} />
  if (!listChoices(row)) {
    return (
      <Button
        size="xs"
        flex="none"
        variant={row.kind === 'error' ? 'default' : 'subtle'}
        aria-label={text.correctRow({ line: row.line })}
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={onCorrect}
      >
        {text.correct}
      </Button>
    )
  }
  return (
    <Group gap={6} wrap="nowrap">
      <RowChoice user={user} row={row} detail={detail} />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={text.correctRow({ line: row.line })}
        onClick={onCorrect}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** Name, email address and identity number of an imported person. Phones also show the line number `line`. */
function RowPerson({ row, line }: { row: Row; line?: string }) {
  return (
    <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} size="sm">
        {row.fullName ?? '–'}
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        <DotSeparatedList parts={[line, row.email, row.icNumber, row.isCorrected && text.isCorrected]} />
      </Text>
    </Box>
  )
}

/** Imported line as a card, in windows that are too narrow for the table. */
function ImportCard(props: RowActionProps) {
  const { row, detail } = props
  return (
    <Stack gap={8} py={12} px={16} fz="sm">
      <Flex gap={12} justify="space-between" align="flex-start">
        <RowPerson row={row} line={`${text.line} ${formatNumber(row.line)}`} />
        {row.kind && (
          <Box flex="none">
            <ImportRowKindBadge kind={row.kind} />
          </Box>
        )}
      </Flex>
      {listChoices(row) ? (
        <>
          <RowDetails row={row} fields={detail.fields} />
          <RowAction {...props} />
        </>
      ) : (
        <Flex gap={12} justify="space-between" align="center">
          <RowDetails row={row} fields={detail.fields} />
          <RowAction {...props} />
        </Flex>
      )}
    </Stack>
  )
}

export function ImportRowList({
  user,
  detail,
  search,
  onSearch,
  onPage,
}: {
  user: CurrentUser
  detail: ImportDetail
  search: ImportSearch
  onSearch: (change: ImportSearch) => void
  onPage: (page: number) => void
}) {
  const query = useImportRows(detail.id, search)
  const rows = query.data?.rows.map((row): Row => ({ ...row, id: row.line }))
  const download = useDownloadImportErrors(detail.id)
  const [corrected, setCorrected] = useState<number>()
  const { error } = detail.counts
  const downloadIcon = <IconDownload size={18} aria-hidden />
  // The table of import rows becomes cards below 75em, because the sidebar takes a part of the window.
  const isNarrow = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false })
  const getActionProps = (row: Row) => ({ user, row, detail, onCorrect: () => setCorrected(row.line) })
  const columns: Column<Row>[] = [
    {
      title: text.line,
      width: '56px',
      cell: row => <span className="tabular">{formatNumber(row.line)}</span>,
    },
    {
      title: text.person,
      width: '27.5%',
      hasNoLabel: true,
      cell: row => (
        <Box py={6}>
          <RowPerson row={row} />
        </Box>
      ),
    },
    // The column is so narrow that a badge of two words wraps, which leaves the reason room for one line.
    { title: text.kind, width: '110px', cell: row => row.kind && <ImportRowKindBadge kind={row.kind} /> },
    { title: text.reason, cell: row => <RowDetails row={row} fields={detail.fields} /> },
    {
      title: text.action,
      // The table column is as wide as the longest action, "Kemas kini rekod itu", and the button beside it.
      width: '256px',
      cell: row => <RowAction {...getActionProps(row)} />,
    },
  ]
  return (
    <section aria-label={text.rows}>
      <Group gap={10} mb={12}>
        <ImportRowFilters detail={detail} search={search} onSearch={onSearch} />
        <SearchField
          flex="1 1 200px"
          label={text.search}
          value={search.search ?? ''}
          onChange={value => onSearch({ search: value || undefined })}
        />
        {error + detail.outcomes.failed + detail.outcomes.left > 0 && (
          <Button
            variant="default"
            loading={download.isPending}
            onClick={() => download.mutate()}
            aria-label={text.errors}
            {...(isNarrow ? { px: 12 } : { leftSection: downloadIcon })}
          >
            {isNarrow ? downloadIcon : text.errors}
          </Button>
        )}
      </Group>
      <ListTable
        caption={text.rows}
        columns={columns}
        isNarrow={isNarrow}
        phoneRow={row => <ImportCard {...getActionProps(row)} />}
        query={{ ...query, data: query.data && rows && { ...query.data, rows } }}
        empty={text.noRows}
        pages={{ page: search.page ?? 1, pageSize: importRowsPageSize, onChange: onPage }}
      />
      {corrected !== undefined && (
        <CorrectRowDialog detail={detail} line={corrected} onClose={() => setCorrected(undefined)} />
      )}
    </section>
  )
}
