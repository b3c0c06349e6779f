import { ActionIcon } from '@mantine/core'
import { IconCheck, IconMicrophone, IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { fileText } from '#texts/chat-files.ts'
import { chatText as text } from '#texts/conversations.ts'
import { messageText } from '#texts/messages.ts'
import styles from '#web/features/chat/Chat.module.css'
import { FileDropArea } from '#web/features/chat/files/FileDropArea.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { AttachFilesButton } from './AttachFilesButton.tsx'
import { MentionSuggestionList } from './MentionSuggestionList.tsx'
import { MessageSendingProblemNotice } from './MessageSendingProblemNotice.tsx'
import { MessageTextInput } from './MessageTextInput.tsx'
import { ReplyBar } from './ReplyBar.tsx'
import { type ComposedMessageOptions, useMessageComposer } from './use-message-composer.ts'

const VoiceRecorder = createLazyOverlay(
  async () => (await import('#web/features/chat/files/VoiceRecorder.tsx')).VoiceRecorder,
  <div className={styles.write} />,
)

interface ComposerProps extends ComposedMessageOptions {
  /** Whether the conversation has no messages yet. If so, the message input takes the focus. */
  isFirst: boolean
  /** Whether a notice above the messages shows why sending is blocked. */
  isReasonAbove: boolean
  onVoice: (voice: Blob, seconds: number, extra: MessageMetadata) => void
  onTyping: () => void
  /** Event handler that cancels the reply to a message or the editing of a message. */
  onStop: () => void
}

/** Message input with attachments, voice messages and mentions. The draft is stored until the message is sent. */
export function MessageComposer({
  isFirst,
  isReasonAbove,
  onVoice,
  onTyping,
  onStop,
  ...options
}: ComposerProps) {
  const { group, blocked, target } = options
  const input = useRef<HTMLTextAreaElement>(null)
  const message = useMessageComposer(options, input)
  const { typed, isEditing, mentions, canAttach, isUnsendable } = message
  const [isRecording, setRecording] = useState(false)
  return (
    <div className={styles.composer}>
      <MessageSendingProblemNotice message={message} blocked={blocked} isReasonAbove={isReasonAbove} />
      {mentions.suggestions.length > 0 && (
        <MentionSuggestionList
          suggestions={mentions.suggestions}
          active={mentions.active}
          onChoose={message.chooseMention}
        />
      )}
      {target && <ReplyBar target={target} onStop={onStop} />}
      {isRecording ? (
        <VoiceRecorder
          onDone={(voice, seconds) => {
            setRecording(false)
            onVoice(voice, seconds, message.buildExtra())
          }}
          onStop={() => setRecording(false)}
          onClose={() => setRecording(false)}
        />
      ) : (
        <div className={styles.write}>
          <AttachFilesButton isDisabled={!canAttach} onFiles={message.sendFiles} />
          <MessageTextInput
            input={input}
            message={message}
            groupName={group.name}
            placeholder={(isReasonAbove && blocked) || text.write}
            hasAutoFocus={isFirst}
            onTyping={onTyping}
            onEscape={() => target && onStop()}
          />
          {typed === '' && canAttach ? (
            <ActionIcon size={36} radius="xl" aria-label={fileText.record} onClick={() => setRecording(true)}>
              <IconMicrophone size={18} aria-hidden />
            </ActionIcon>
          ) : (
            <ActionIcon
              size={36}
              radius="xl"
              aria-label={isEditing ? messageText.save : text.send}
              disabled={isUnsendable || blocked !== undefined}
              onClick={message.send}
            >
              {isEditing ? <IconCheck size={18} aria-hidden /> : <IconSend size={18} aria-hidden />}
            </ActionIcon>
          )}
        </div>
      )}
      {canAttach && <FileDropArea onFiles={message.sendFiles} />}
    </div>
  )
}
