import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Invitation } from '#shared/contracts/invitations/invitations.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { invitationText as text } from '#texts/invitations.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import { useInvitations, useInvitedPeople, useRevokeInvitation } from './invitations.api.ts'

function InvitedPeople({ id }: { id: string }) {
  const { data } = useInvitedPeople(id)
  if (!data) return null
  if (data.length === 0) return <Text c="dimmed">{text.nobody}</Text>
  return (
    <Stack gap="xs">
      {data.map(person => (
        <Group key={person.id} justify="space-between" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>{person.fullName}</Text>
          <StatusBadge status={person.status} />
        </Group>
      ))}
    </Stack>
  )
}

function describeValidity({ link, email, revokedAt, uses, most, expiresAt }: Invitation): string {
  if (revokedAt) return text.wasRevoked
  const hasEnded = uses >= most || new Date(expiresAt) < new Date()
  return (email ? hasEnded : link === null) ? text.over : formatDate(expiresAt)
}

const isUsable = (row: Invitation) =>
  !row.revokedAt && row.uses < row.most && new Date(row.expiresAt) > new Date()

export function InvitationList() {
  const query = useInvitations()
  const revoke = useRevokeInvitation()
  const [shown, setShown] = useState<Invitation>()
  const columns: Column<Invitation>[] = [
    {
      title: text.place,
      hasNoLabel: true,
      cell: row => (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600} size="sm">
            {row.clubName ?? getCountryName(row.country)}
          </Text>
          {row.email && (
            <Text size="xs" c="dimmed">
              <EmailAddress address={row.email} />
            </Text>
          )}
        </div>
      ),
    },
    {
      title: text.uses,
      cell: row => <span className="tabular">{text.used({ uses: row.uses, most: row.most })}</span>,
    },
    { title: text.until, cell: describeValidity },
    { title: text.by, cell: row => row.createdBy },
    {
      title: text.actions,
      hasNoLabel: true,
      cell: row => (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setShown(row)}>
            {text.show}
          </Button>
          {isUsable(row) && (
            <Button
              variant="subtle"
              color="red"
              size="xs"
              onClick={() =>
                openConfirmDialog({
                  title: text.revokeTitle,
                  text: text.revokeText,
                  action: text.revoke,
                  isDangerous: true,
                  onConfirm: () => revoke.mutate(row.id),
                })
              }
            >
              {text.revoke}
            </Button>
          )}
        </Group>
      ),
    },
  ]
  return (
    <>
      <ListTable
        caption={text.list}
        columns={columns}
        query={{ ...query, data: query.data && { rows: query.data } }}
        empty={text.empty}
      />
      {shown && (
        <Modal
          opened
          onClose={() => setShown(undefined)}
          title={shown.clubName ?? getCountryName(shown.country)}
        >
          <Stack>
            {shown.link && <InvitationLink link={shown.link} />}
            <Text fw={700}>{text.who}</Text>
            <InvitedPeople id={shown.id} />
          </Stack>
        </Modal>
      )}
    </>
  )
}
