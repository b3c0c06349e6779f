import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { type AuditKind, auditKindLabels } from '#shared/audit-kinds.ts'
import type { AuditFilter } from './audit.search.ts'
import { auditText } from './audit.text.ts'

const kinds = [
  { value: '', label: auditText.allKinds },
  ...Object.entries(auditKindLabels).map(([value, label]) => ({ value, label })),
]

export function AuditFilters({
  filter,
  onChange,
}: {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}) {
  const set = (change: AuditFilter) => onChange({ ...filter, ...change, page: undefined })
  const isFiltered = Boolean(filter.kind || filter.person || filter.from || filter.to)
  return (
    <Group align="flex-end" mb="md">
      <NativeSelect
        label={auditText.kind}
        data={kinds}
        value={filter.kind ?? ''}
        onChange={event => set({ kind: (event.currentTarget.value || undefined) as AuditKind | undefined })}
      />
      <TextInput
        type="date"
        label={auditText.from}
        value={filter.from ?? ''}
        onChange={event => set({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={auditText.to}
        value={filter.to ?? ''}
        onChange={event => set({ to: event.currentTarget.value || undefined })}
      />
      {isFiltered && (
        <Button variant="default" onClick={() => onChange({})}>
          {auditText.clear}
        </Button>
      )}
    </Group>
  )
}
