import { Box, Button, Flex, Modal, Stack, Text } from '@mantine/core'
import { chatText } from '#texts/conversations.ts'
import { messageText as text } from '#texts/messages.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { useReactToMessage } from '#web/features/chat/messages/conversation/message-changes.api.ts'

/** Dialog that lists who reacted to a message and with which emoji. */
export function ReactionList({
  message,
  conversation,
  myId,
  nameOf,
  onClose,
}: {
  message: DisplayedMessage
  conversation: Conversation
  myId: number
  nameOf: (userId: number) => string | undefined
  onClose: () => void
}) {
  const react = useReactToMessage(conversation)
  const { reactions, reactionCount } = message
  const hasOwnReaction = reactions.some(({ userId }) => userId === myId)
  return (
    <Modal opened onClose={onClose} title={text.reactionsTitle} size="sm" returnFocus={false}>
      <Stack>
        <Flex component="ul" direction="column" gap={8}>
          {reactions.map(({ userId, fullName, content }) => (
            <Flex
              key={userId}
              component="li"
              gap={12}
              justify="space-between"
              style={{ overflowWrap: 'anywhere' }}
            >
              <span>{userId === myId ? chatText.you : (nameOf(userId) ?? fullName)}</span>
              <Box component="span" fz={20}>
                {content}
              </Box>
            </Flex>
          ))}
        </Flex>
        {reactionCount > reactions.length && (
          <Text size="sm" c="dimmed">
            {text.andMore({ count: reactionCount - reactions.length })}
          </Text>
        )}
        {hasOwnReaction && (
          <Button
            variant="default"
            loading={react.isPending}
            onClick={() => react.mutate({ message }, { onSuccess: onClose })}
          >
            {text.takeBack}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}
