import { Button, Drawer, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { showDayName, showTime } from '#web/lib/format.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import styles from './Chat.module.css'
import { chatText } from './chat.text.ts'
import type { Conversation } from './conversation.ts'
import { encryptionText as text } from './encryption.text.ts'
import { goTo } from './go-to.ts'
import { nothing, searchBack } from './search-back.ts'

/** Of one word; another word is another search. */
function Results({
  conversation,
  words,
  myId,
  onOpen,
}: {
  conversation: Conversation
  words: string
  myId: number
  onOpen: (seq: number) => void
}) {
  const [found, setFound] = useState({ ...nothing, isSearching: true })
  /** Where the stretch that is being searched begins. */
  const [from, setFrom] = useState(nothing)
  useEffect(() => {
    let isGone = false
    async function search() {
      for await (const next of searchBack(conversation, words, from)) {
        if (isGone) return
        setFound(next)
      }
    }
    void search()
    return () => {
      isGone = true
    }
  }, [conversation, words, from])
  return (
    <>
      <Group gap="xs" role="status">
        {found.isSearching && <Loader size="xs" />}
        <Text size="sm" c="dimmed">
          {text.searched(found.searched)}
        </Text>
      </Group>
      <ul className={styles.items}>
        {found.matches.map(message => (
          <li key={message.seq}>
            <UnstyledButton className={styles.item} onClick={() => onOpen(message.seq)}>
              <span className={styles.itemWords}>
                <span className={styles.itemName}>
                  {message.senderId === myId ? chatText.you : message.sender.fullName}
                </span>
                <span className={styles.found}>{message.content}</span>
              </span>
              <span className={styles.itemSide}>
                {showDayName(message.createdAt)} {showTime(message.createdAt)}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {!found.isSearching && found.matches.length === 0 && <Text c="dimmed">{text.noMatch}</Text>}
      {found.hasMore && (
        <Button variant="default" onClick={() => setFrom(found)}>
          {text.searchFurther}
        </Button>
      )}
    </>
  )
}

export function MessageSearch({
  conversation,
  myId,
  onClose,
}: {
  conversation: Conversation
  myId: number
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 300)
  const words = wanted.trim()
  const open = (seq: number) => {
    onClose()
    void goTo(conversation, seq)
  }
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={text.findMessages}>
      <Stack>
        <SearchField label={text.findLabel} value={typed} onChange={setTyped} />
        {words === '' ? (
          <Text size="sm" c="dimmed">
            {text.findHint}
          </Text>
        ) : (
          <Results key={words} conversation={conversation} words={words} myId={myId} onOpen={open} />
        )}
      </Stack>
    </Drawer>
  )
}
