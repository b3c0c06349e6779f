import { Anchor, Text } from '@mantine/core'
import { auditKindLabels } from '#shared/audit-kinds.ts'
import type { AuditEvent } from '#shared/contracts/audit.ts'
import { showMoment } from '#web/lib/format.ts'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditPageSize, useAudit } from './audit.api.ts'
import type { AuditFilter } from './audit.search.ts'
import { auditText } from './audit.text.ts'

function PersonButton({ id, name, onPick }: { id: number; name: string; onPick: (id: number) => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      title={auditText.onlyPerson(name)}
      onClick={() => onPick(id)}
    >
      {name}
    </Anchor>
  )
}

function columnsFor(onPick: (id: number) => void): Column<AuditEvent>[] {
  return [
    { title: auditText.when, cell: event => <span className="tabular">{showMoment(event.createdAt)}</span> },
    { title: auditText.what, cell: event => <Text size="sm">{auditKindLabels[event.kind]}</Text> },
    {
      title: auditText.who,
      cell: ({ actor }) =>
        actor ? <PersonButton id={actor.id} name={actor.fullName} onPick={onPick} /> : auditText.system,
    },
    {
      title: auditText.whom,
      cell: ({ target }) => {
        if (!target) return auditText.nobody
        const name = target.name ?? auditText.former
        return target.type === 'user' ? (
          <PersonButton id={Number(target.id)} name={name} onPick={onPick} />
        ) : (
          name
        )
      },
    },
  ]
}

export function AuditList({
  filter,
  onChange,
}: {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}) {
  const query = useAudit(filter)
  return (
    <>
      <AuditFilters filter={filter} onChange={onChange} />
      <ListTable
        caption={auditText.caption}
        columns={columnsFor(person => onChange({ ...filter, person, page: undefined }))}
        query={query}
        empty={auditText.empty}
        pages={{
          page: filter.page ?? 1,
          pageSize: auditPageSize,
          onChange: page => onChange({ ...filter, page }),
        }}
      />
    </>
  )
}
