import { Alert } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import styles from '#web/features/chat/Chat.module.css'
import { chatText as text } from '#web/features/chat/chat.text.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { EncryptionNotices } from '#web/features/chat/encryption/EncryptionNotices.tsx'
import { alarmText, encryptionText } from '#web/features/chat/encryption/encryption.text.ts'
import { canInitializeRoster, type Encryption } from '#web/features/chat/encryption/use-encryption.ts'
import { Composer } from '#web/features/chat/messages/composer/Composer.tsx'
import type { ComposerTarget } from '#web/features/chat/messages/composer/ReplyBar.tsx'
import { useFileUploads } from '#web/features/chat/messages/composer/use-file-uploads.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { useEditMessage } from '#web/features/chat/messages/conversation/message-changes.api.ts'
import { scrollToMessage } from '#web/features/chat/messages/conversation/scroll-to-message.ts'
import { useConversation } from '#web/features/chat/messages/conversation/use-conversation.ts'
import { useMarkAsRead } from '#web/features/chat/messages/conversation/use-mark-as-read.ts'
import { MessageList } from '#web/features/chat/messages/list/MessageList.tsx'
import { PinnedMessages } from '#web/features/chat/messages/list/PinnedMessages.tsx'
import { personText } from '#web/features/chat/moderation/person.text.ts'
import { presenceText } from '#web/features/chat/presence/presence.text.ts'
import { hasReadReceipts } from '#web/features/chat/presence/use-read-receipts.ts'
import { sendTypingEvent, useTypingNames } from '#web/features/chat/presence/use-typing-names.ts'
import { isSendingStopped, keyAlarm } from '#web/lib/state/key-alarm.ts'
import { useStore } from '#web/lib/state/store.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

const SendingFiles = lazy(async () => ({
  default: (await import('#web/features/chat/files/FileUploadList.tsx')).FileUploadList,
}))

/** Reloads the messages once the group keys arrive, so that unreadable messages are decrypted. */
function useReloadWhenReady(conversation: Conversation, encryption: Encryption): void {
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
    // The linked message is scrolled into view once; later renders must not scroll the user back.
    if (!messageSeq || !isReady || scrolledToSeq.current === messageSeq) return
    scrolledToSeq.current = messageSeq
    void scrollToMessage(conversation, messageSeq)
  }, [conversation, messageSeq, isReady])
}

/** Short reason why sending is blocked; the encryption notices above the message list explain it in full. */
function getBlockedReason(
  group: GroupRow,
  encryption: Encryption,
  isOwnCardDisputed: boolean,
): string | undefined {
  if (group.isBlocked) return personText.blocked(group.name)
  if (encryption.kind !== 'sealed') return undefined
  if (isOwnCardDisputed) return encryptionText.ownKeysDisputed
  const { phase, halted } = encryption.state
  if (phase === 'broken') return alarmText.broken
  if (phase === 'behind') return encryptionText.behindTitle
  // While the group's first roster entry is being signed, messages are queued and sent right after it.
  if (phase === 'unborn' && canInitializeRoster(group)) return undefined
  return phase === 'ready' && halted.length === 0 ? undefined : encryptionText.waiting
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
  group: GroupRow
  myId: number
  encryption: Encryption
  mayEncrypt: boolean
  keyHint: ReactNode
  loading: ReactNode
  /** Sequence number of the message that the URL links to. */
  messageSeq?: number
}) {
  const encryptedGroup = encryption.kind === 'sealed' ? encryption.group : undefined
  const waitingText = group.direct ? encryptionText.peerKeyless(group.name) : encryptionText.alone
  const { conversation, state } = useConversation(group.id, myId, encryptedGroup, waitingText)
  const [isAtBottom, setAtBottom] = useState(true)
  // Sequence number of the first message unread at opening. The "new messages" line stays there while the user reads.
  const [newFrom] = useState(group.lastSeq > group.lastReadSeq ? group.lastReadSeq + 1 : undefined)
  useMarkAsRead(group, conversation.lastSeq, isAtBottom && state.phase === 'ready' && !state.hasNewer)
  useReloadWhenReady(conversation, encryption)
  const typing = useTypingNames(group.id, myId)
  const [composerTarget, setComposerTarget] = useState<ComposerTarget>()
  const edit = useEditMessage(conversation)
  const {
    sending,
    add: addFiles,
    addVoice,
  } = useFileUploads(conversation, group.id, encryptedGroup !== undefined)
  useScrollToLinkedMessage(conversation, messageSeq, state.phase === 'ready')
  const nameOf = ({ senderId, sender }: DisplayedMessage) => (senderId === myId ? text.you : sender.fullName)
  const blocked = getBlockedReason(group, encryption, isSendingStopped(useStore(keyAlarm)))
  const hasSentMessages =
    encryptedGroup !== undefined && state.messages.some(({ senderId }) => senderId === myId)
  return (
    <>
      {encryption.kind === 'sealed' && (
        <div className={styles.notices}>
          <EncryptionNotices group={group} encryption={encryption} mayEncrypt={mayEncrypt} />
        </div>
      )}
      {state.phase === 'failed' && (
        <div className={styles.trouble}>
          <ErrorState error={state.error} onRetry={() => conversation.joinAndSync()} />
        </div>
      )}
      {state.phase === 'loading' && state.messages.length === 0 && loading}
      {state.phase === 'ready' && group.pins.length > 0 && (
        <PinnedMessages group={group} conversation={conversation} messages={state.messages} />
      )}
      {state.phase === 'ready' && (
        <MessageList
          group={group}
          encryptedGroup={encryptedGroup}
          label={text.log(group.name)}
          conversation={conversation}
          state={state}
          myId={myId}
          newFrom={newFrom}
          below={
            sending && (
              <Suspense>
                <SendingFiles sending={sending} />
              </Suspense>
            )
          }
          onBottom={setAtBottom}
          onReply={message => setComposerTarget({ kind: 'reply', message, name: nameOf(message) })}
          onEdit={message => setComposerTarget({ kind: 'edit', message, name: nameOf(message) })}
        />
      )}
      {typing.length > 0 && <p className={styles.typing}>{presenceText.typing(typing)}</p>}
      {hasSentMessages && keyHint}
      {group.isActive ? (
        <Composer
          group={group}
          myId={myId}
          isEncrypted={encryptedGroup !== undefined}
          isFirst={group.direct && group.lastSeq === 0}
          {...(blocked && { blocked })}
          {...(composerTarget && { target: composerTarget })}
          onSend={(content, extra) => {
            conversation.send(content, Object.keys(extra).length > 0 ? extra : undefined)
            setComposerTarget(undefined)
          }}
          onFiles={(files, caption, extra) => {
            addFiles(files, caption, extra)
            setComposerTarget(undefined)
          }}
          onVoice={(voice, seconds, extra) => {
            addVoice(voice, seconds, extra)
            setComposerTarget(undefined)
          }}
          onEdit={content => {
            if (!composerTarget) return
            // A failed edit keeps the edit mode open so that the user can retry.
            edit.mutate(
              { message: composerTarget.message, content },
              { onSuccess: () => setComposerTarget(undefined) },
            )
          }}
          onTyping={() => hasReadReceipts(group) && void sendTypingEvent(group.id)}
          onStop={() => setComposerTarget(undefined)}
        />
      ) : (
        <Alert className={styles.closed} color="gray">
          {text.closed}
        </Alert>
      )}
    </>
  )
}
