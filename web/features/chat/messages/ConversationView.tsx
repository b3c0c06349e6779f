import { Alert, Box } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { chatText as text } from '#texts/conversations.ts'
import { alarmText, encryptionText, refusalText } from '#texts/encryption.ts'
import { personText } from '#texts/person-menu.ts'
import { presenceText } from '#texts/presence.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { EncryptionNotices } from '#web/features/chat/encryption/EncryptionNotices.tsx'
import {
  canCreateSignedMemberList,
  type Encryption,
} from '#web/features/chat/encryption/use-conversation-encryption.ts'
import { MessageComposer } from '#web/features/chat/messages/composer/MessageComposer.tsx'
import type { ComposerTarget } from '#web/features/chat/messages/composer/ReplyBar.tsx'
import { useFileUploads } from '#web/features/chat/messages/composer/use-file-uploads.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { useEditMessage } from '#web/features/chat/messages/conversation/message-changes.api.ts'
import { scrollToMessage } from '#web/features/chat/messages/conversation/scroll-to-message.ts'
import { type Channel, useConversation } from '#web/features/chat/messages/conversation/use-conversation.ts'
import { useMarkMessagesAsRead } from '#web/features/chat/messages/conversation/use-mark-messages-as-read.ts'
import { MessageList } from '#web/features/chat/messages/list/MessageList.tsx'
import { PinnedMessages } from '#web/features/chat/messages/list/PinnedMessages.tsx'
import {
  sendTypingEvent,
  useNamesOfTypingMembers,
} from '#web/features/chat/presence/use-names-of-typing-members.ts'
import { hasReadReceipts } from '#web/features/chat/presence/use-read-receipts.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { determineSendingPermission } from '#web/lib/e2ee/conversation/determine-sending-permission.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

const FileUploadList = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/chat/files/FileUploadList.tsx')).FileUploadList,
)

/** Reloads the messages once the group keys arrive, so that unreadable messages are decrypted. */
function useReloadWhenKeysArrive(conversation: Conversation, encryption: OpenEncryption): void {
  const phase = encryption.kind === 'sealed' ? encryption.state.phase : undefined
  const previousPhase = useRef(phase)
  useEffect(() => {
    const wasUnreadable = previousPhase.current === 'outside' || previousPhase.current === 'unborn'
    previousPhase.current = phase
    if (phase === 'ready' && wasUnreadable) void conversation.loadNewest()
  }, [conversation, phase])
}

/** Scrolls to the message that the URL links to, once the conversation is loaded. */
function useScrollToLinkedMessage(
  conversation: Conversation,
  messageSeq: number | undefined,
  isReady: boolean,
): void {
  const scrolledToSeq = useRef<number>(undefined)
  useEffect(() => {
    // The linked message is scrolled into view only once, so that later renders do not undo the user's scrolling.
    if (!messageSeq || !isReady || scrolledToSeq.current === messageSeq) return
    scrolledToSeq.current = messageSeq
    void scrollToMessage(conversation, messageSeq)
  }, [conversation, messageSeq, isReady])
}

type OpenEncryption = Extract<Encryption, { kind: 'plain' | 'sealed' }>

/** Short reason why sending a message is blocked. Notices above the message list explain the reason in full. */
function getSendingBlockedReason(group: DescribedGroup, encryption: OpenEncryption): string | undefined {
  if (group.isBlocked) return personText.blocked({ name: group.name })
  if (encryption.kind === 'plain') return undefined
  const { refusal } = group.conversation
  const mayStart = canCreateSignedMemberList(group)
  const decision = determineSendingPermission(encryption.state, { refusal, mayStart })
  if (decision.kind !== 'stop') return undefined
  if (decision.reason === 'own-keys') return encryptionText.ownKeysDisputed
  if (decision.reason === 'waiting') return encryptionText.waiting
  if (decision.reason === 'broken') return alarmText.broken
  return decision.reason === 'behind' ? encryptionText.behindTitle : refusalText.title
}

/**
 * Returns how the conversation may send messages, as the conversation core (rules in lib/e2ee/conversation) decides:
 * encrypted or as plaintext.
 */
function getSendingChannel(group: DescribedGroup, encryption: OpenEncryption): Channel {
  if (encryption.kind === 'plain') return { permit: encryption.permit }
  const waitingText = group.direct ? encryptionText.peerKeyless({ name: group.name }) : encryptionText.alone
  return { encryptedGroup: encryption.group, waitingText }
}

/** Input area of an open conversation, which sends messages and files and edits the chosen message. */
function ConversationComposer({
  group,
  myId,
  encryption,
  conversation,
  uploads,
  target,
  onDone,
}: {
  group: DescribedGroup
  myId: number
  encryption: OpenEncryption
  conversation: Conversation
  uploads: ReturnType<typeof useFileUploads>
  target?: ComposerTarget
  onDone: () => void
}) {
  const edit = useEditMessage(conversation)
  const blocked = getSendingBlockedReason(group, encryption)
  return (
    <MessageComposer
      group={group}
      myId={myId}
      isEncrypted={encryption.kind === 'sealed'}
      isFirst={group.direct && group.lastSeq === 0}
      isReasonAbove={!group.isBlocked}
      {...(blocked && { blocked })}
      {...(target && { target })}
      onSend={(content, extra) => {
        conversation.send(content, Object.keys(extra).length > 0 ? extra : undefined)
        onDone()
      }}
      onFiles={(files, caption, extra) => {
        uploads.add(files, caption, extra)
        onDone()
      }}
      onVoice={(voice, seconds, extra) => {
        uploads.addVoice(voice, seconds, extra)
        onDone()
      }}
      onEdit={content => {
        // When saving an edited message fails, the message stays in edit mode so that the user can retry.
        if (target) edit.mutate({ message: target.message, content }, { onSuccess: onDone })
      }}
      onTyping={() => hasReadReceipts(group) && void sendTypingEvent(group.id)}
      onStop={onDone}
    />
  )
}

function formatTypingMembers([first = '', second, ...others]: string[]): string {
  if (second === undefined) return presenceText.typing({ name: first })
  return others.length === 0
    ? presenceText.typingTwo({ first, second })
    : presenceText.typingMany({ first, count: others.length + 1 })
}

export function ConversationView({
  group,
  myId,
  encryption,
  mayEncrypt,
  keyHint,
  loading,
  messageSeq,
}: {
  group: DescribedGroup
  myId: number
  encryption: OpenEncryption
  mayEncrypt: boolean
  keyHint: ReactNode
  loading: ReactNode
  /** Sequence number of the chat message that the URL links to. */
  messageSeq?: number
}) {
  const encryptedGroup = encryption.kind === 'sealed' ? encryption.group : undefined
  const { conversation, state } = useConversation(myId, getSendingChannel(group, encryption))
  const [isAtBottom, setAtBottom] = useState(true)
  // Sequence number of the first message that was unread when the conversation was opened.
  const [newFrom] = useState(group.lastSeq > group.lastReadSeq ? group.lastReadSeq + 1 : undefined)
  useMarkMessagesAsRead(group, conversation.lastSeq, isAtBottom && state.phase === 'ready' && !state.hasNewer)
  useReloadWhenKeysArrive(conversation, encryption)
  const typing = useNamesOfTypingMembers(group, myId)
  const [composerTarget, setComposerTarget] = useState<ComposerTarget>()
  const uploads = useFileUploads(conversation, group.id, encryptedGroup !== undefined)
  useScrollToLinkedMessage(conversation, messageSeq, state.phase === 'ready')
  const setComposerTargetOfKind = (kind: ComposerTarget['kind']) => (message: DisplayedMessage) =>
    setComposerTarget({
      kind,
      message,
      name: message.senderId === myId ? text.you : message.sender.fullName,
    })
  // While a notice says that the group waits for the user's new keys, the key backup hint is hidden.
  const isKeyHintShown =
    encryption.kind === 'sealed' &&
    encryption.state.phase !== 'outside' &&
    state.messages.some(({ senderId }) => senderId === myId)
  return (
    <>
      {encryption.kind === 'sealed' && (
        <div className={styles.notices}>
          <EncryptionNotices group={group} encryption={encryption} mayEncrypt={mayEncrypt} />
        </div>
      )}
      {state.phase === 'failed' && (
        <Box flex={1} p={20}>
          <ErrorState error={state.error} onRetry={() => conversation.joinAndSync()} />
        </Box>
      )}
      {state.phase === 'loading' && state.messages.length === 0 && loading}
      {state.phase === 'ready' && group.pins.length > 0 && (
        <PinnedMessages
          group={group}
          encryptedGroup={encryptedGroup}
          conversation={conversation}
          messages={state.messages}
        />
      )}
      {state.phase === 'ready' && (
        <MessageList
          group={group}
          encryptedGroup={encryptedGroup}
          label={text.log({ name: group.name })}
          conversation={conversation}
          state={state}
          myId={myId}
          newFrom={newFrom}
          below={
            uploads.sending && (
              <Suspense>
                <FileUploadList sending={uploads.sending} />
              </Suspense>
            )
          }
          onBottom={setAtBottom}
          onReply={setComposerTargetOfKind('reply')}
          onEdit={setComposerTargetOfKind('edit')}
        />
      )}
      {typing.length > 0 && <p className={styles.typing}>{formatTypingMembers(typing)}</p>}
      {isKeyHintShown && keyHint}
      {group.isActive ? (
        <ConversationComposer
          {...{ group, myId, encryption, conversation, uploads }}
          {...(composerTarget && { target: composerTarget })}
          onDone={() => setComposerTarget(undefined)}
        />
      ) : (
        <Alert radius={0} color="gray">
          {text.closed}
        </Alert>
      )}
    </>
  )
}
