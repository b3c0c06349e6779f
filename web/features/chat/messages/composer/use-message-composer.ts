import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { type GroupRow, maxMessageLength } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { buildReplyReference } from '#web/lib/e2ee/conversation/message-reference.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import type { ComposerTarget } from './ReplyBar.tsx'
import { type MentionSuggestion, useMentionSuggestions } from './use-mention-suggestions.ts'
import { useMessageDraft } from './use-message-draft.ts'

/**
 * Result of the last attempt to send. `held`: the message waits and is sent after reconnecting. `refused`: not sent.
 */
export type SendAttempt = 'held' | 'refused'

export interface ComposedMessageOptions {
  group: GroupRow
  myId: number
  /** Whether the group is end-to-end encrypted, in which case message drafts are stored encrypted. */
  isEncrypted: boolean
  /** Reason, shown to the user, why sending a message is blocked. The draft is kept. */
  blocked?: string
  /** Message to which the user is replying or which the user is editing; undefined for a new message. */
  target?: ComposerTarget
  onSend: (content: string, extra: MessageMetadata) => void
  /** Sends files. The typed text becomes the caption of the first file. */
  onFiles: (files: File[], caption: string, extra: MessageMetadata) => void
  onEdit: (content: string) => void
}

/** Hook that keeps the typed text and its mentions, and sends the message, the edited message or files. */
export function useMessageComposer(
  { group, myId, isEncrypted, blocked, target, onSend, onFiles, onEdit }: ComposedMessageOptions,
  input: RefObject<HTMLTextAreaElement | null>,
) {
  const [draft, setDraft] = useMessageDraft(myId, group.id, isEncrypted)
  const isEditing = target?.kind === 'edit'
  // Text of the edited message. It is separate from the draft, so that an edit does not overwrite the draft.
  const [edited, setEdited] = useState('')
  const typed = isEditing ? edited : draft
  const [attempt, setAttempt] = useState<SendAttempt>()
  const mentions = useMentionSuggestions(group, myId)
  const isConnected = useSyncExternalStore(connection.subscribe, connection.isConnected)
  const excessLength = typed.length - maxMessageLength
  const isSendingBlocked = !isConnected || excessLength > 0 || blocked !== undefined
  const isUnsendable = typed.trim() === '' || excessLength > 0
  const canAttach = !isSendingBlocked && !isEditing

  function changeText(value: string): void {
    // Changing the text cancels the automatic sending of a message that waits for the connection.
    setAttempt(undefined)
    if (isEditing) setEdited(value)
    else setDraft(value)
  }

  const buildMessageExtra = (): MessageMetadata => ({
    ...(target && { reply: buildReplyReference(target.message) }),
    ...mentions.collectMentions(typed),
  })

  function sendFilesWithCaption(files: File[]): void {
    if (files.length === 0 || !canAttach) return
    onFiles(files, typed.trim(), buildMessageExtra())
    changeText('')
    mentions.close()
    input.current?.focus()
  }

  useEffect(() => {
    setAttempt(undefined)
    if (!target) return
    if (target.kind === 'edit') setEdited(target.message.content)
    input.current?.focus()
  }, [target, input])

  function sendMessageOrEdit(): void {
    setAttempt(undefined)
    if (isEditing) onEdit(typed)
    else {
      onSend(typed, buildMessageExtra())
      changeText('')
    }
    mentions.close()
  }

  function submitMessage(): void {
    if (isUnsendable) return
    if (isSendingBlocked) setAttempt(blocked === undefined ? 'held' : 'refused')
    else sendMessageOrEdit()
    input.current?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a waiting text is sent when the connection returns
  useEffect(() => {
    if (attempt !== 'held') return
    if (blocked !== undefined) setAttempt('refused')
    else if (!isSendingBlocked) sendMessageOrEdit()
  }, [attempt, isSendingBlocked, blocked])

  function chooseMention(suggestion: MentionSuggestion): void {
    const { typed: newText, position } = mentions.choose(suggestion)
    changeText(newText)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(position, position)
    })
  }

  return {
    typed,
    isEditing,
    attempt,
    mentions,
    isConnected,
    excessLength,
    isUnsendable,
    canAttach,
    changeText,
    buildExtra: buildMessageExtra,
    send: submitMessage,
    sendFiles: sendFilesWithCaption,
    chooseMention,
  }
}

export type ComposedMessage = ReturnType<typeof useMessageComposer>
