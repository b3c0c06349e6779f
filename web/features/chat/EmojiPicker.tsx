import { Modal, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchField } from '#web/ui/SearchField.tsx'
import styles from './Chat.module.css'
import { messageText as text } from './message.text.ts'

interface Emoji {
  unicode: string
  label: string
  tags?: string[]
  group?: number
}

/** Parts of which others are made, which nobody picks by themselves. */
const component = 2

async function loadEmoji() {
  const [{ default: all }, { default: words }] = await Promise.all([
    import('emojibase-data/ms/compact.json'),
    import('emojibase-data/ms/messages.json'),
  ])
  const shown = (all as Emoji[]).filter(({ group }) => group !== undefined && group !== component)
  const groups = words.groups.filter(({ order }) => order !== component)
  return groups.map(({ order, message }) => ({
    title: message,
    emoji: shown.filter(({ group }) => group === order),
  }))
}

const fold = (words: string) => words.toLocaleLowerCase('ms')

/** All there are, by what they are called in Malay. Fetched when somebody wants more than the usual ones. */
export function EmojiPicker({ onPick, onClose }: { onPick: (emoji: string) => void; onClose: () => void }) {
  const { data } = useQuery({ queryKey: ['emoji'], queryFn: loadEmoji })
  const [search, setSearch] = useState('')
  const wanted = fold(search.trim())
  const isWanted = ({ label, tags = [] }: Emoji) =>
    wanted === '' || [label, ...tags].some(word => fold(word).includes(wanted))
  const groups = (data ?? [])
    .map(({ title, emoji }) => ({ title, emoji: emoji.filter(isWanted) }))
    .filter(({ emoji }) => emoji.length > 0)
  return (
    <Modal opened onClose={onClose} title={text.moreEmoji} size="sm" returnFocus={false}>
      <SearchField label={text.findEmoji} value={search} onChange={setSearch} />
      <ScrollArea.Autosize mah="50dvh" mt="sm">
        {data && groups.length === 0 && <Text c="dimmed">{text.noEmoji}</Text>}
        {groups.map(({ title, emoji }) => (
          <section key={title} aria-label={title} className={styles.emojiGroup}>
            <h3 className={styles.resultHead}>{title}</h3>
            <div className={styles.emojiGrid}>
              {emoji.map(({ unicode, label }) => (
                <UnstyledButton
                  key={unicode}
                  className={styles.emojiPick}
                  aria-label={label}
                  title={label}
                  onClick={() => onPick(unicode)}
                >
                  {unicode}
                </UnstyledButton>
              ))}
            </div>
          </section>
        ))}
      </ScrollArea.Autosize>
    </Modal>
  )
}
