import { Box, Flex, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listGroupMembers } from '#shared/contracts/chat/chat.endpoints.ts'
import { type GroupRow, maxReceiptGroupSize } from '#shared/contracts/chat/chat.schemas.ts'
import { presenceText as text } from '#texts/presence.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import { useSignedUserNameLookup } from '#web/lib/query/use-pinned-keys.ts'
import { useReadReceipts } from './use-read-receipts.ts'

/** Dialog that lists which members of a small group have read one of the user's messages. */
export function MessageReadersDialog({
  group,
  myId,
  message,
  onClose,
}: {
  group: GroupRow
  myId: number
  message: DisplayedMessage
  onClose: () => void
}) {
  const readers = useReadReceipts(group, myId).filter(({ lastReadSeq }) => lastReadSeq >= message.seq)
  const query = { page: 1, pageSize: maxReceiptGroupSize }
  const members = useQuery(
    buildQueryOptionsForListPage(listGroupMembers, { params: { id: group.id }, query }),
  )
  const getSignedName = useSignedUserNameLookup()
  const names = new Map(members.data?.rows.map(({ id, fullName }) => [id, fullName]))
  const shown = readers.flatMap(
    ({ userId }) => (group.encrypted ? getSignedName(userId) : undefined) ?? names.get(userId) ?? [],
  )
  return (
    <Modal opened onClose={onClose} title={text.readBy} size="sm" returnFocus={false}>
      {members.data && shown.length === 0 && <Text c="dimmed">{text.readByNobody}</Text>}
      <Flex component="ul" direction="column" gap={8}>
        {shown.toSorted().map(name => (
          <Box key={name} component="li" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Box>
        ))}
      </Flex>
    </Modal>
  )
}
