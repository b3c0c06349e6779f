import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Button, Group, NativeSelect, Stack, Switch } from '@mantine/core'
import { type ReactNode, useCallback, useRef } from 'react'
import { type AuditKind, auditKinds } from '#shared/audit/audit-kinds.ts'
import { auditText } from '#texts/audit.ts'
import { auditKindLabels } from '#texts/audit-kinds.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatCalendarDate } from '#web/lib/format/format.ts'
import { LazyDayInput } from '#web/ui/form/LazyDayInput.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { FilterButton } from '#web/ui/list/FilterButton.tsx'
import { FilterChips } from '#web/ui/list/FilterChips.tsx'
import type { AuditFilter } from './audit.search.ts'

const listAuditEventKindOptions = () => [
  { value: '', label: auditText.allKinds },
  ...auditKinds.map(kind => ({ value: kind, label: auditKindLabels[kind] })),
]

function AuditFilterFields({
  filter,
  onChange,
}: {
  filter: AuditFilter
  onChange: (change: AuditFilter) => void
}) {
  return (
    <>
      {/* The kind filter has a limited width, so that the date fields fit on the same row. */}
      <NativeSelect
        flex="1 1 200px"
        maw={360}
        label={auditText.kind}
        data={listAuditEventKindOptions()}
        value={filter.kind ?? ''}
        onChange={event =>
          onChange({ kind: (event.currentTarget.value || undefined) as AuditKind | undefined })
        }
      />
      <LazyDayInput
        label={auditText.from}
        day={filter.from ?? ''}
        onChange={day => onChange({ from: day || undefined })}
      />
      <LazyDayInput
        label={auditText.to}
        day={filter.to ?? ''}
        onChange={day => onChange({ to: day || undefined })}
      />
      <Switch
        my={8}
        label={auditText.showSignIns}
        // When the user filters by a kind of audit event, the switch that shows sign-ins has no effect and is disabled.
        disabled={filter.kind !== undefined}
        checked={filter.signIns === 'shown'}
        onChange={event => onChange({ signIns: event.currentTarget.checked ? 'shown' : undefined })}
      />
    </>
  )
}

export function AuditFilters({
  filter,
  found,
  person,
  tools,
  onChange,
}: {
  filter: AuditFilter
  tools: ReactNode
  /** Number of audit events that match the filter, formatted for display. */
  found?: string
  /** Name of the person to whom the list of audit events is restricted by a filter. */
  person?: string
  onChange: (filter: AuditFilter) => void
}) {
  const changeAuditFilter = (change: AuditFilter) => onChange({ ...filter, ...change, page: undefined })
  // The delayed search reads the newest filter, because other audit filters may change after the last key press.
  const latest = useRef(changeAuditFilter)
  latest.current = changeAuditFilter
  const applySearch = useCallback((search: string) => latest.current({ search: search || undefined }), [])
  const isPhone = useIsPhone()
  const searchField = (
    <SearchField
      label={auditText.search}
      value={filter.search ?? ''}
      onChange={applySearch}
      placeholder={isPhone ? auditText.searchBriefly : auditText.search}
      flex={isPhone ? '1' : '1 1 300px'}
    />
  )
  const clearAuditFilters = () => onChange({})
  const chips = (
    [
      [auditText.kind, filter.kind && auditKindLabels[filter.kind], { kind: undefined }],
      [auditText.searched, filter.search, { search: undefined }],
      [auditText.person, person, { person: undefined }],
      [auditText.signIns, filter.signIns && auditText.shown, { signIns: undefined }],
      [auditText.from, formatCalendarDate(filter.from), { from: undefined }],
      [auditText.to, formatCalendarDate(filter.to), { to: undefined }],
    ] as const
  ).flatMap(([label, value, removal]) =>
    value ? [{ label, value, onRemove: () => changeAuditFilter(removal) }] : [],
  )
  if (isPhone) {
    return (
      <Stack gap="xs" mb="md">
        <Group gap="xs" wrap="nowrap">
          {searchField}
          <FilterButton active={chips.length} found={found} onClear={clearAuditFilters}>
            <AuditFilterFields filter={filter} onChange={changeAuditFilter} />
          </FilterButton>
        </Group>
        {tools}
        <FilterChips chips={chips} />
      </Stack>
    )
  }
  return (
    <>
      <Group mb="sm">
        {searchField}
        {tools}
      </Group>
      <Group align="flex-end" mb="md">
        <AuditFilterFields filter={filter} onChange={changeAuditFilter} />
        {chips.length > 0 && (
          <Button variant="default" onClick={clearAuditFilters}>
            {auditText.clear}
          </Button>
        )}
      </Group>
    </>
  )
}
