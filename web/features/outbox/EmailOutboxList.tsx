import { Alert, Anchor, Box, Button, Flex, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listOutbox } from '#shared/contracts/outbox/outbox.endpoints.ts'
import type { OutboxMail } from '#shared/contracts/outbox/outbox.schemas.ts'
import { findText } from '#shared/language/texts.ts'
import { mailAdvice, mailKindLabels, mailStatusLabels, outboxText } from '#texts/outbox.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import type { Tone } from '#web/ui/feedback/tones.ts'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'

const pageSize = 20
/** Time in milliseconds within which a mail is normally sent. */
const expectedDelay = 600_000

const tones: Record<OutboxMail['status'], Tone> = {
  queued: 'neutral',
  sent: 'good',
  failed: 'warn',
  refused: 'bad',
  bounced: 'bad',
}

function MailStatusBadge({ status }: Pick<OutboxMail, 'status'>) {
  return <ColouredBadge tone={tones[status]}>{mailStatusLabels[status]}</ColouredBadge>
}

/** Shows what the administrator can do about a failed mail, and how the recipient's server responded. */
function MailFailureAdvice({ mail: { status, recipient, lastError } }: { mail: OutboxMail }) {
  const advice = findText(mailAdvice, status)
  return (
    <>
      {advice && <Text size="sm">{advice}</Text>}
      {lastError && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {outboxText.response({ error: lastError })}
        </Text>
      )}
      {(status === 'refused' || status === 'bounced') && (
        <Anchor
          size="sm"
          className="lone"
          renderRoot={props => <Link to="/user-management" search={{ search: recipient }} {...props} />}
        >
          {outboxText.findMember}
        </Anchor>
      )}
    </>
  )
}

function MailPhoneRow({ mail }: { mail: OutboxMail }) {
  return (
    <Stack gap={2} px={14} py={12}>
      <Flex gap={12} justify="space-between" align="center">
        <Text fw={600} fz={15} lh={1.3}>
          {mailKindLabels[mail.kind]}
        </Text>
        <MailStatusBadge status={mail.status} />
      </Flex>
      <Box fz={13} lh={1.4} c="dimmed">
        <Text inherit truncate title={mail.recipient}>
          {mail.recipient}
        </Text>
        <Text inherit className="tabular">
          {formatDateTime(mail.createdAt)}
        </Text>
      </Box>
      <MailFailureAdvice mail={mail} />
    </Stack>
  )
}

const getOutboxColumns = (): Column<OutboxMail>[] => [
  {
    title: outboxText.created,
    cell: mail => <span className="tabular">{formatDateTime(mail.createdAt)}</span>,
  },
  { title: outboxText.kind, cell: mail => mailKindLabels[mail.kind] },
  { title: outboxText.recipient, cell: mail => <EmailAddress address={mail.recipient} /> },
  {
    title: outboxText.status,
    cell: mail => (
      <Stack gap={4} align="flex-start" py={6}>
        <MailStatusBadge status={mail.status} />
        <MailFailureAdvice mail={mail} />
      </Stack>
    ),
  },
  { title: outboxText.attempts, cell: mail => <span className="tabular">{mail.attempts}</span> },
]

export function EmailOutboxList({ page, onChange }: { page: number; onChange: (page: number) => void }) {
  // Mail is sent by background jobs without an event, so every visit fetches the list of mails again.
  const query = useQuery({
    ...buildQueryOptionsForListPage(listOutbox, { query: { page, pageSize } }),
    staleTime: 0,
    initialData: undefined,
  })
  const isDelayed = query.data?.rows.some(
    ({ status, createdAt }) => status === 'queued' && Date.now() - Date.parse(createdAt) > expectedDelay,
  )
  return (
    <>
      {isDelayed && (
        <Alert color="emas" mb="md" icon={<IconAlertTriangle aria-hidden />}>
          {outboxText.delayed}
        </Alert>
      )}
      {/* The loading skeletons occupy the place of the list, so that the note above does not shift. */}
      <ListTable
        key={query.isPending ? 'pending' : 'list'}
        caption={outboxText.caption}
        columns={getOutboxColumns()}
        query={query}
        empty={outboxText.empty}
        action={
          <>
            <Text size="sm" c="dimmed" ta="center" maw={420}>
              {outboxText.emptyHelp}
            </Text>
            <Button variant="default" renderRoot={props => <Link to="/invitations" {...props} />}>
              {outboxText.invite}
            </Button>
          </>
        }
        pages={{ page, pageSize, onChange }}
        phoneRow={mail => <MailPhoneRow mail={mail} />}
      />
    </>
  )
}
