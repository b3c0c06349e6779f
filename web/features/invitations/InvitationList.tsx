import { Button, Center, Group, Text } from '@mantine/core'
import { IconMail, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invitation } from '#shared/contracts/invitations/invitations.schemas.ts'
import { invitationText as text } from '#texts/invitations.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { getInvitationPlace, InvitationDialog } from './InvitationDialog.tsx'
import { useInvitations, useRevokeInvitation } from './invitations.api.ts'

function describeInvitationValidity({ link, email, revokedAt, uses, most, expiresAt }: Invitation): string {
  if (revokedAt) return text.wasRevoked
  const hasEnded = uses >= most || new Date(expiresAt) < new Date()
  return (email ? hasEnded : link === null) ? text.over : formatDate(expiresAt)
}

const isInvitationUsable = (row: Invitation) =>
  !row.revokedAt && row.uses < row.most && new Date(row.expiresAt) > new Date()

export function InvitationList() {
  const query = useInvitations()
  const revoke = useRevokeInvitation()
  const [shown, setShown] = useState<Invitation>()
  const confirmRevocation = (row: Invitation) =>
    openConfirmDialog({
      title: text.revokeTitle,
      text: text.revokeText,
      action: text.revoke,
      isDangerous: true,
      onConfirm: () => revoke.mutate(row.id, { onSuccess: () => setShown(undefined) }),
    })
  const columns: Column<Invitation>[] = [
    {
      title: text.place,
      hasNoLabel: true,
      cell: row => (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600} size="sm">
            {getInvitationPlace(row)}
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
    { title: text.until, cell: describeInvitationValidity },
    { title: text.by, cell: row => row.createdBy },
    {
      title: text.actions,
      hasNoLabel: true,
      cell: row => (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setShown(row)}>
            {text.show}
          </Button>
          {isInvitationUsable(row) && (
            <Button variant="subtle" color="red" size="xs" onClick={() => confirmRevocation(row)}>
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
        phoneRow={row => (
          <ListRow
            lead={
              <Center w={40} h={40} bdrs={10} {...getToneProps('tint')}>
                {row.email ? <IconMail size={20} aria-hidden /> : <IconQrcode size={20} aria-hidden />}
              </Center>
            }
            title={row.email ?? getInvitationPlace(row) ?? ''}
            line={`${text.used({ uses: row.uses, most: row.most })} · ${describeInvitationValidity(row)}`}
            onOpen={() => setShown(row)}
          />
        )}
        query={{ ...query, data: query.data && { rows: query.data } }}
        empty={text.empty}
      />
      {shown && (
        <InvitationDialog
          invitation={shown}
          onRevoke={isInvitationUsable(shown) ? () => confirmRevocation(shown) : undefined}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
