import { useQuery } from '@tanstack/react-query'
import { listOutbox } from '#shared/contracts/outbox/outbox.endpoints.ts'
import type { OutboxMail } from '#shared/contracts/outbox/outbox.schemas.ts'
import { mailKindLabels, mailStatusLabels, outboxText } from '#texts/outbox.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { buildPageQuery } from '#web/lib/query/paged-queries.ts'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'

const pageSize = 20

const getColumns = (): Column<OutboxMail>[] => [
  {
    title: outboxText.created,
    cell: mail => <span className="tabular">{formatDateTime(mail.createdAt)}</span>,
  },
  { title: outboxText.kind, cell: mail => mailKindLabels[mail.kind] },
  { title: outboxText.recipient, cell: mail => mail.recipient },
  {
    title: outboxText.status,
    cell: mail => mailStatusLabels[mail.status] + (mail.lastError ? ` (${mail.lastError})` : ''),
  },
  { title: outboxText.attempts, cell: mail => <span className="tabular">{mail.attempts}</span> },
]

export function OutboxList({ page, onChange }: { page: number; onChange: (page: number) => void }) {
  // Jobs send mail in the background, so every visit refetches the mail outbox.
  const query = useQuery({
    ...buildPageQuery(listOutbox, { query: { page, pageSize } }),
    staleTime: 0,
    initialData: undefined,
  })
  return (
    <ListTable
      caption={outboxText.caption}
      columns={getColumns()}
      query={query}
      empty={outboxText.empty}
      pages={{ page, pageSize, onChange }}
    />
  )
}
