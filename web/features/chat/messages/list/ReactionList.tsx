import { Button, Modal, Stack, Text } from '@mantine/core'
import styles from '#web/features/chat/Chat.module.css'
import { chatText } from '#web/features/chat/chat.text.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { messageText as text } from '#web/features/chat/messages/conversation/message.text.ts'
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
        <ul className={styles.readers}>
          {reactions.map(({ userId, fullName, content }) => (
            <li key={userId} className={styles.reactor}>
              <span>{userId === myId ? chatText.you : (nameOf(userId) ?? fullName)}</span>
              <span className={styles.emoji}>{content}</span>
            </li>
          ))}
        </ul>
        {reactionCount > reactions.length && (
          <Text size="sm" c="dimmed">
            {text.andMore(reactionCount - reactions.length)}
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
