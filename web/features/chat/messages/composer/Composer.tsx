import { ActionIcon, Text, Textarea } from '@mantine/core'
import { IconCheck, IconMicrophone, IconPaperclip, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type GroupRow, maxMessageLength } from '#shared/contracts/chat/chat.schemas.ts'
import { documentExtensions } from '#shared/document-types.ts'
import type { MessageExtra } from '#shared/e2ee/message-extra.ts'
import styles from '#web/features/chat/Chat.module.css'
import { chatText as text } from '#web/features/chat/chat.text.ts'
import { DropArea } from '#web/features/chat/files/DropArea.tsx'
import { fileText } from '#web/features/chat/files/file.text.ts'
import { messageText } from '#web/features/chat/messages/conversation/message.text.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { readDraft, readEncryptedDraft, saveDraft, saveEncryptedDraft } from './drafts.ts'
import { buildMentionOptionId, MentionList, mentionListId } from './MentionList.tsx'
import { type ComposerTarget, ReplyBar } from './ReplyBar.tsx'
import { type MentionSuggestion, useMentions } from './use-mentions.ts'

const VoiceRecorder = createLazyOverlay(
  async () => (await import('#web/features/chat/files/VoiceRecorder.tsx')).VoiceRecorder,
  <div className={styles.write} />,
)

/** Draft of the message being typed. Drafts of encrypted groups are stored encrypted on the device. */
function useDraft(myId: number, groupId: number, isEncrypted: boolean) {
  const [typed, setTyped] = useState(() => (isEncrypted ? '' : readDraft(myId, groupId)))
  useEffect(() => {
    if (!isEncrypted) return
    // Text typed while the stored draft was being decrypted takes precedence over the draft.
    readEncryptedDraft(myId, groupId).then(
      storedDraft => setTyped(now => now || storedDraft),
      () => {},
    )
  }, [myId, groupId, isEncrypted])
  const change = (value: string) => {
    setTyped(value)
    const saveValue = isEncrypted ? saveEncryptedDraft : saveDraft
    saveValue(myId, groupId, value)
  }
  return [typed, change] as const
}

/** Explains why the message cannot be sent now, and whether it will be sent automatically later. */
function describeBlockedSending(
  isConnected: boolean,
  blocked?: string,
  attempt?: 'held' | 'refused',
): string | undefined {
  if (blocked !== undefined) return attempt ? text.notSentYet(blocked) : blocked
  if (isConnected) return undefined
  return attempt ? text.heldOffline : text.offline
}

const acceptedTypes = ['image/*', ...documentExtensions].join(',')

/** Message input. Enter sends, Shift+Enter starts a new line, and the draft is stored until the message is sent. */
export function Composer({
  group,
  myId,
  isEncrypted,
  isFirst,
  blocked,
  target,
  onSend,
  onFiles,
  onVoice,
  onEdit,
  onTyping,
  onStop,
}: {
  group: GroupRow
  myId: number
  /** Whether the group is end-to-end encrypted; its drafts are then stored encrypted. */
  isEncrypted: boolean
  /** The conversation has no messages yet, so the input takes the focus. */
  isFirst: boolean
  /** Reason why sending is blocked, shown to the user; the draft is kept. */
  blocked?: string
  /** The message that is being replied to or edited. */
  target?: ComposerTarget
  onSend: (content: string, extra: MessageExtra) => void
  /** Sends files. The typed text becomes the caption of the first file. */
  onFiles: (files: File[], caption: string, extra: MessageExtra) => void
  onVoice: (voice: Blob, seconds: number, extra: MessageExtra) => void
  onEdit: (content: string) => void
  onTyping: () => void
  /** Cancels the reply or the edit. */
  onStop: () => void
}) {
  const [draft, setDraft] = useDraft(myId, group.id, isEncrypted)
  const isEditing = target?.kind === 'edit'
  // The draft is kept in its own state while another message is edited.
  const [edited, setEdited] = useState('')
  const typed = isEditing ? edited : draft
  const change = (value: string) => {
    // Changing the text cancels the automatic sending of a held message.
    setAttempt(undefined)
    if (isEditing) setEdited(value)
    else setDraft(value)
  }
  const mentions = useMentions(group, myId)
  const input = useRef<HTMLTextAreaElement>(null)
  const isConnected = useSyncExternalStore(connection.subscribe, connection.isConnected)
  const excessLength = typed.length - maxMessageLength
  const isSendingBlocked = !isConnected || excessLength > 0 || blocked !== undefined
  const isUnsendable = typed.trim() === '' || excessLength > 0
  /** Result of the last attempt to send: `held` is sent after reconnecting, `refused` is not sent. */
  const [attempt, setAttempt] = useState<'held' | 'refused'>()
  const [isRecording, setRecording] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const canAttach = !isSendingBlocked && !isEditing
  const buildExtra = (): MessageExtra => ({
    ...(target && { reply: { seq: target.message.seq } }),
    ...mentions.collectMentions(typed),
  })

  function sendFiles(files: File[]): void {
    if (files.length === 0 || !canAttach) return
    onFiles(files, typed.trim(), buildExtra())
    change('')
    mentions.close()
    input.current?.focus()
  }

  useEffect(() => {
    setAttempt(undefined)
    if (!target) return
    if (target.kind === 'edit') setEdited(target.message.content)
    input.current?.focus()
  }, [target])

  function sendNow(): void {
    setAttempt(undefined)
    if (isEditing) onEdit(typed)
    else {
      onSend(typed, buildExtra())
      change('')
    }
    mentions.close()
  }

  function send(): void {
    if (isUnsendable) return
    if (isSendingBlocked) setAttempt(blocked === undefined ? 'held' : 'refused')
    else sendNow()
    input.current?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: held text is delivered when the connection is back
  useEffect(() => {
    if (attempt !== 'held') return
    if (blocked !== undefined) setAttempt('refused')
    else if (!isSendingBlocked) sendNow()
  }, [attempt, isSendingBlocked, blocked])

  function choose(suggestion: MentionSuggestion): void {
    const { typed: newText, position } = mentions.choose(suggestion)
    change(newText)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(position, position)
    })
  }

  /** Handles the keys of the open mention list. Returns false when the key is not for the list. */
  function handleMentionKeys(event: KeyboardEvent): boolean {
    const { suggestions, active, move, close } = mentions
    const suggestion = suggestions[active]
    if (!suggestion) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(suggestion)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // During IME composition, Enter confirms the composed character instead of sending.
    if (event.nativeEvent.isComposing || handleMentionKeys(event)) return
    if (event.key === 'Escape' && target) onStop()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer}>
      {/* The status element is always rendered: screen readers announce only changes inside it. */}
      <Text size="xs" c="dimmed" role="status" className={styles.heldUp}>
        {describeBlockedSending(isConnected, blocked, attempt)}
      </Text>
      {excessLength > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {text.tooLong(excessLength)}
        </Text>
      )}
      {mentions.suggestions.length > 0 && (
        <MentionList suggestions={mentions.suggestions} active={mentions.active} onChoose={choose} />
      )}
      {target && <ReplyBar target={target} onStop={onStop} />}
      {isRecording ? (
        <VoiceRecorder
          onDone={(voice, seconds) => {
            setRecording(false)
            onVoice(voice, seconds, buildExtra())
          }}
          onStop={() => setRecording(false)}
          onClose={() => setRecording(false)}
        />
      ) : (
        <div className={styles.write}>
          <input
            ref={fileInput}
            type="file"
            multiple
            hidden
            accept={acceptedTypes}
            onChange={({ currentTarget }) => {
              sendFiles([...(currentTarget.files ?? [])])
              // Clearing the file input lets the user choose the same file again.
              currentTarget.value = ''
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={fileText.attach}
            disabled={!canAttach}
            onClick={() => fileInput.current?.click()}
          >
            <IconPaperclip size={20} aria-hidden />
          </ActionIcon>
          <Textarea
            ref={input}
            autoFocus={isFirst}
            className={styles.field}
            aria-label={text.writeLabel(group.name)}
            placeholder={text.write}
            autosize
            minRows={1}
            maxRows={6}
            value={typed}
            onChange={event => {
              const { value, selectionStart } = event.currentTarget
              change(value)
              if (value && !isEditing) onTyping()
              mentions.updateCursor(value, selectionStart)
            }}
            onKeyDown={handleKeyDown}
            onPaste={event => {
              const files = [...event.clipboardData.files]
              // Spreadsheets and word processors also put an image on the clipboard; the text is what the user wants.
              if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
              event.preventDefault()
              sendFiles(files)
            }}
            onBlur={mentions.close}
            {...(mentions.suggestions.length > 0 && {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': mentionListId,
              'aria-activedescendant': buildMentionOptionId(mentions.active),
            })}
          />
          {typed === '' && canAttach ? (
            <ActionIcon size={36} aria-label={fileText.record} onClick={() => setRecording(true)}>
              <IconMicrophone size={18} aria-hidden />
            </ActionIcon>
          ) : (
            <ActionIcon
              size={36}
              aria-label={isEditing ? messageText.save : text.send}
              disabled={isUnsendable || blocked !== undefined}
              onClick={send}
            >
              {isEditing ? <IconCheck size={18} aria-hidden /> : <IconSend size={18} aria-hidden />}
            </ActionIcon>
          )}
        </div>
      )}
      {canAttach && <DropArea onFiles={sendFiles} />}
    </div>
  )
}
