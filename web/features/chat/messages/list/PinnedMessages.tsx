import { Box, Flex, Text, UnstyledButton } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { groupPreferencesText as text } from '#texts/group-preferences.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { useGroupMemberNames } from '#web/features/chat/encryption/encryption.api.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { scrollToMessage } from '#web/features/chat/messages/conversation/scroll-to-message.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { summarizeMessageForQuote } from './MessageQuote.tsx'
import { verifyPinnedMessageSignature } from './signed-pins.ts'
import { useMessagesBySequenceNumber } from './use-quoted-messages.ts'

/** Says who pinned a message of an encrypted group, or that only the server claims that it was pinned. */
function PinnedByText({
  group,
  message,
  encryptedGroup,
}: {
  group: GroupRow
  message: DisplayedMessage
  encryptedGroup: EncryptedGroup
}) {
  const names = useGroupMemberNames(group, encryptedGroup)
  const seal = group.pinSeals?.[group.pins.indexOf(message.seq)]
  const { data } = useQuery({
    queryKey: ['pin', group.id, message.seq, message.clientId, seal?.id ?? ''],
    queryFn: () => verifyPinnedMessageSignature(group, message, encryptedGroup),
  })
  if (!data) return null
  return (
    <span className={styles.quoteName}>
      {data === 'server' ? text.pinnedByServer : text.pinnedBy({ name: names.one(data.by) })}
    </span>
  )
}

/** Shows one pinned message. A click scrolls to it and advances to the next pinned message. */
export function PinnedMessages({
  group,
  encryptedGroup,
  conversation,
  messages,
}: {
  group: GroupRow
  encryptedGroup?: EncryptedGroup
  conversation: Conversation
  messages: DisplayedMessage[]
}) {
  const [index, setIndex] = useState(0)
  const { pins } = group
  const pinnedMessages = useMessagesBySequenceNumber(conversation, messages, pins)
  const seq = pins[index % Math.max(1, pins.length)]
  if (seq === undefined) return null
  const message = pinnedMessages.get(seq)
  return (
    <section aria-label={text.pins}>
      <UnstyledButton
        w="100%"
        mih={44}
        py={4}
        px={16}
        fz={13}
        bg="var(--mantine-color-body)"
        style={{ borderBottom: '1px solid var(--line)' }}
        className={styles.pinned}
        aria-label={`${text.goToPin}: ${summarizeMessageForQuote(message)}`}
        onClick={() => {
          setIndex(index + 1)
          void scrollToMessage(conversation, seq)
        }}
      >
        <IconPin size={16} aria-hidden />
        <Flex component="span" direction="column" miw={0} ta="start">
          {message && encryptedGroup && (
            <PinnedByText group={group} message={message} encryptedGroup={encryptedGroup} />
          )}
          <Text span display="block" inherit truncate>
            {summarizeMessageForQuote(message)}
          </Text>
        </Flex>
        {pins.length > 1 && (
          <Box component="span" flex="none" ml="auto" c="dimmed">
            {(index % pins.length) + 1}/{pins.length}
          </Box>
        )}
      </UnstyledButton>
    </section>
  )
}
