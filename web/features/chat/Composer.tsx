import { ActionIcon, Text, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { longestMessage } from '#shared/contracts/chat.ts'
import { connection } from '#web/lib/socket.ts'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import { keepDraft, keepSealedDraft, readDraft, readSealedDraft } from './drafts.ts'

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

/** Enter sends, Shift+Enter begins a new line. What is typed is kept until it has been sent. */
export function Composer({
  groupId,
  groupName,
  myId,
  isSealed,
  isFirst,
  blocked,
  onSend,
}: {
  groupId: number
  groupName: string
  myId: number
  /** Whether the words are encrypted, and so what is kept of them. */
  isSealed: boolean
  /** Nothing was said yet: whoever came here came to write. */
  isFirst: boolean
  /** Why nothing can be sent just now; what is typed stays. */
  blocked?: string
  onSend: (content: string) => void
}) {
  const [typed, change] = useDraft(myId, groupId, isSealed)
  const field = useRef<HTMLTextAreaElement>(null)
  const isConnected = useSyncExternalStore(connection.subscribe, connection.isConnected)
  const over = typed.length - longestMessage
  const isBlocked = typed.trim() === '' || !isConnected || over > 0 || blocked !== undefined

  function send(): void {
    if (isBlocked) return
    onSend(typed)
    change('')
    field.current?.focus()
  }

  function press(event: KeyboardEvent): void {
    // While somebody is composing a letter, Enter belongs to that.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer}>
      {!isConnected && (
        <Text size="xs" c="dimmed" role="status">
          {text.offline}
        </Text>
      )}
      {isConnected && blocked && (
        <Text size="xs" c="dimmed" role="status">
          {blocked}
        </Text>
      )}
      {over > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {text.tooLong(over)}
        </Text>
      )}
      <div className={styles.write}>
        <Textarea
          ref={field}
          autoFocus={isFirst}
          className={styles.field}
          aria-label={text.writeLabel(groupName)}
          placeholder={text.write}
          autosize
          minRows={1}
          maxRows={6}
          value={typed}
          onChange={event => change(event.currentTarget.value)}
          onKeyDown={press}
        />
        <ActionIcon size={36} aria-label={text.send} disabled={isBlocked} onClick={send}>
          <IconSend size={18} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}
