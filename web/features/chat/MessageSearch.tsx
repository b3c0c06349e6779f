import { Button, Drawer, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { showDayName, showTime } from '#web/lib/format.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import styles from './Chat.module.css'
import { chatText } from './chat.text.ts'
import type { Conversation, ShownMessage } from './conversation.ts'
import { encryptionText as text } from './encryption.text.ts'

/** So many at a time; then one says whether to go on. */
const stretch = 1000

interface Found {
  matches: ShownMessage[]
  searched: number
  hasMore: boolean
  isSearching: boolean
}

const nothing: Found = { matches: [], searched: 0, hasMore: false, isSearching: false }

/** From the newest back, over what this device can open; nobody else learns what was looked for. */
function useSearch(conversation: Conversation, wanted: string) {
  const [found, setFound] = useState(nothing)
  const [limit, setLimit] = useState(stretch)
  useEffect(() => {
    const words = wanted.trim().toLocaleLowerCase('ms')
    let isGone = false
    setFound({ ...nothing, isSearching: words !== '' })
    if (words === '') return
    const isMatch = ({ content, trouble }: ShownMessage) =>
      !trouble && content.toLocaleLowerCase('ms').includes(words)
    async function walk() {
      let searched = 0
      for await (const page of conversation.walkBack()) {
        if (isGone) return
        searched += page.length
        const matches = page.filter(isMatch)
        const isEnough = searched >= limit
        setFound(before => ({
          ...{ searched, hasMore: isEnough, isSearching: !isEnough },
          matches: [...before.matches, ...matches],
        }))
        if (isEnough) return
      }
      setFound(before => ({ ...before, isSearching: false, hasMore: false }))
    }
    walk().catch(() => !isGone && setFound(before => ({ ...before, isSearching: false, hasMore: true })))
    return () => {
      isGone = true
    }
  }, [conversation, wanted, limit])
  return { found, further: () => setLimit(before => before + stretch) }
}

async function goTo(conversation: Conversation, seq: number): Promise<void> {
  if (!(await conversation.loadBackTo(seq))) return
  requestAnimationFrame(() => {
    const element = document.querySelector(`#message-${seq}`)
    element?.scrollIntoView({ block: 'center' })
    element?.animate([{ opacity: 0.2 }, { opacity: 1 }], 600)
  })
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
  const { found, further } = useSearch(conversation, wanted)
  const open = (seq: number) => {
    onClose()
    void goTo(conversation, seq)
  }
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={text.findMessages}>
      <Stack>
        <SearchField label={text.findLabel} value={typed} onChange={setTyped} />
        <Group gap="xs" role="status">
          {found.isSearching && <Loader size="xs" />}
          <Text size="sm" c="dimmed">
            {wanted.trim() === '' ? text.findHint : text.searched(found.searched)}
          </Text>
        </Group>
        <ul className={styles.items}>
          {found.matches.map(message => (
            <li key={message.seq}>
              <UnstyledButton className={styles.item} onClick={() => open(message.seq)}>
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
        {wanted.trim() !== '' && !found.isSearching && found.matches.length === 0 && (
          <Text c="dimmed">{text.noMatch}</Text>
        )}
        {found.hasMore && (
          <Button variant="default" onClick={further}>
            {text.searchFurther}
          </Button>
        )}
      </Stack>
    </Drawer>
  )
}
