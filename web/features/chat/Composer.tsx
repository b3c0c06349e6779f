import { ActionIcon, Text, Textarea } from '@mantine/core'
import { IconCheck, IconMicrophone, IconPaperclip, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type GroupRow, longestMessage } from '#shared/contracts/chat.ts'
import { documentNames } from '#shared/document-types.ts'
import type { Extra } from '#shared/e2ee/extra.ts'
import { connection } from '#web/lib/socket.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { type About, AnswerBar } from './AnswerBar.tsx'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import { DropArea } from './DropArea.tsx'
import { keepDraft, keepSealedDraft, readDraft, readSealedDraft } from './drafts.ts'
import { fileText } from './file.text.ts'
import { MentionList, mentionId, mentionsId } from './MentionList.tsx'
import { messageText } from './message.text.ts'
import { type Suggestion, useMentions } from './use-mentions.ts'

const VoiceRecorder = lazyOverlay(
  async () => (await import('./VoiceRecorder.tsx')).VoiceRecorder,
  <div className={styles.write} />,
)

/** What is typed, kept as the group keeps its words. */
function useDraft(myId: number, groupId: number, isSealed: boolean) {
  const [typed, setTyped] = useState(() => (isSealed ? '' : readDraft(myId, groupId)))
  useEffect(() => {
    if (!isSealed) return
    // Whoever has begun to type meanwhile goes on with that.
    readSealedDraft(myId, groupId).then(
      kept => setTyped(now => now || kept),
      () => {},
    )
  }, [myId, groupId, isSealed])
  const change = (value: string) => {
    setTyped(value)
    const keep = isSealed ? keepSealedDraft : keepDraft
    keep(myId, groupId, value)
  }
  return [typed, change] as const
}

/** Why nothing can be sent now, and what becomes of what was to be sent. */
function heldUpText(
  isConnected: boolean,
  blocked?: string,
  attempt?: 'held' | 'refused',
): string | undefined {
  if (blocked !== undefined) return attempt ? text.notSentYet(blocked) : blocked
  if (isConnected) return undefined
  return attempt ? text.heldOffline : text.offline
}

const accepted = ['image/*', ...documentNames].join(',')

/** Enter sends, Shift+Enter begins a new line. What is typed is kept until it has been sent. */
export function Composer({
  group,
  myId,
  isSealed,
  isFirst,
  blocked,
  about,
  onSend,
  onFiles,
  onVoice,
  onEdit,
  onTyping,
  onStop,
}: {
  group: GroupRow
  myId: number
  /** Whether the words are encrypted, and so what is kept of them. */
  isSealed: boolean
  /** Nothing was said yet: whoever came here came to write. */
  isFirst: boolean
  /** Why nothing can be sent just now; what is typed stays. */
  blocked?: string
  /** The message that is being answered, or changed. */
  about?: About
  onSend: (content: string, extra: Extra) => void
  /** With what was typed, said of the first of them. */
  onFiles: (files: File[], words: string, extra: Extra) => void
  onVoice: (voice: Blob, seconds: number, extra: Extra) => void
  onEdit: (content: string) => void
  onTyping: () => void
  /** No answer after all, or no change. */
  onStop: () => void
}) {
  const [draft, keepDraftOf] = useDraft(myId, group.id, isSealed)
  const isEditing = about?.kind === 'edit'
  // What was being typed waits while something else is changed.
  const [edited, setEdited] = useState('')
  const typed = isEditing ? edited : draft
  const change = (value: string) => {
    // Text that is still being changed is not sent by itself.
    setAttempt(undefined)
    if (isEditing) setEdited(value)
    else keepDraftOf(value)
  }
  const mentions = useMentions(group, myId)
  const field = useRef<HTMLTextAreaElement>(null)
  const isConnected = useSyncExternalStore(connection.subscribe, connection.isConnected)
  const over = typed.length - longestMessage
  const isHeldUp = !isConnected || over > 0 || blocked !== undefined
  const isUnsendable = typed.trim() === '' || over > 0
  /** What became of the last attempt to send: `held` is sent once connected, `refused` is not. */
  const [attempt, setAttempt] = useState<'held' | 'refused'>()
  const [isRecording, setRecording] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const mayAttach = !isHeldUp && !isEditing
  const goesAlong = (): Extra => ({
    ...(about && { reply: { seq: about.message.seq } }),
    ...mentions.calledIn(typed),
  })

  function sendFiles(files: File[]): void {
    if (files.length === 0 || !mayAttach) return
    onFiles(files, typed.trim(), goesAlong())
    change('')
    mentions.close()
    field.current?.focus()
  }

  useEffect(() => {
    setAttempt(undefined)
    if (!about) return
    if (about.kind === 'edit') setEdited(about.message.content)
    field.current?.focus()
  }, [about])

  function deliver(): void {
    setAttempt(undefined)
    if (isEditing) onEdit(typed)
    else {
      onSend(typed, goesAlong())
      change('')
    }
    mentions.close()
  }

  function send(): void {
    if (isUnsendable) return
    if (isHeldUp) setAttempt(blocked === undefined ? 'held' : 'refused')
    else deliver()
    field.current?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: held text is delivered when the connection is back
  useEffect(() => {
    if (attempt !== 'held') return
    if (blocked !== undefined) setAttempt('refused')
    else if (!isHeldUp) deliver()
  }, [attempt, isHeldUp, blocked])

  function choose(one: Suggestion): void {
    const { typed: now, place } = mentions.choose(one)
    change(now)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(place, place)
    })
  }

  /** While names are offered, the keys are for choosing one of them. */
  function pressInList(event: KeyboardEvent): boolean {
    const { suggestions, active, move, close } = mentions
    const one = suggestions[active]
    if (!one) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(one)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }

  function press(event: KeyboardEvent): void {
    // While somebody is composing a letter, Enter belongs to that.
    if (event.nativeEvent.isComposing || pressInList(event)) return
    if (event.key === 'Escape' && about) onStop()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer}>
      {/* Always there, because screen readers announce what changes inside it. */}
      <Text size="xs" c="dimmed" role="status" className={styles.heldUp}>
        {heldUpText(isConnected, blocked, attempt)}
      </Text>
      {over > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {text.tooLong(over)}
        </Text>
      )}
      {mentions.suggestions.length > 0 && (
        <MentionList suggestions={mentions.suggestions} active={mentions.active} onChoose={choose} />
      )}
      {about && <AnswerBar about={about} onStop={onStop} />}
      {isRecording ? (
        <VoiceRecorder
          onDone={(voice, seconds) => {
            setRecording(false)
            onVoice(voice, seconds, goesAlong())
          }}
          onStop={() => setRecording(false)}
          onClose={() => setRecording(false)}
        />
      ) : (
        <div className={styles.write}>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            accept={accepted}
            onChange={({ currentTarget }) => {
              sendFiles([...(currentTarget.files ?? [])])
              // So that the same file can be chosen again.
              currentTarget.value = ''
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={fileText.attach}
            disabled={!mayAttach}
            onClick={() => chooser.current?.click()}
          >
            <IconPaperclip size={20} aria-hidden />
          </ActionIcon>
          <Textarea
            ref={field}
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
              mentions.follow(value, selectionStart)
            }}
            onKeyDown={press}
            onPaste={event => {
              const files = [...event.clipboardData.files]
              // What was copied from a table or a document brings a picture of itself along with its words.
              if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
              event.preventDefault()
              sendFiles(files)
            }}
            onBlur={mentions.close}
            {...(mentions.suggestions.length > 0 && {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': mentionsId,
              'aria-activedescendant': mentionId(mentions.active),
            })}
          />
          {typed === '' && mayAttach ? (
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
      {mayAttach && <DropArea onFiles={sendFiles} />}
    </div>
  )
}
