import { Box, Modal, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getLanguage } from '#shared/language/texts.ts'
import { messageText as text } from '#texts/messages.ts'
import styles from '#web/features/chat/Chat.module.css'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

interface Emoji {
  unicode: string
  label: string
  tags?: string[]
  group?: number
}

/** Number of the Emojibase group for skin tones and hair styles, which are not shown as emoji of their own. */
const componentGroup = 2

/** Emoji data in the language of the page. The pseudo-language for tests uses the English emoji data. */
const loaders = {
  ms: () =>
    Promise.all([import('emojibase-data/ms/compact.json'), import('emojibase-data/ms/messages.json')]),
  en: () =>
    Promise.all([import('emojibase-data/en/compact.json'), import('emojibase-data/en/messages.json')]),
}

async function loadEmoji() {
  const [{ default: all }, { default: messages }] = await loaders[getLanguage() === 'ms' ? 'ms' : 'en']()
  const shown = (all as Emoji[]).filter(({ group }) => group !== undefined && group !== componentGroup)
  const groups = messages.groups.filter(({ order }) => order !== componentGroup)
  return groups.map(({ order, message }) => ({
    title: message,
    emoji: shown.filter(({ group }) => group === order),
  }))
}

const normalizeSearchText = (value: string) => value.toLocaleLowerCase('ms')

/** Dialog with all emoji, searchable by name in the page's language. Opening it loads the emoji data. */
export function EmojiPicker({ onPick, onClose }: { onPick: (emoji: string) => void; onClose: () => void }) {
  const { data } = useQuery({ queryKey: ['emoji'], queryFn: loadEmoji })
  const [search, setSearch] = useState('')
  const searchTerm = normalizeSearchText(search.trim())
  const matchesSearch = ({ label, tags = [] }: Emoji) =>
    searchTerm === '' || [label, ...tags].some(name => normalizeSearchText(name).includes(searchTerm))
  const groups = (data ?? [])
    .map(({ title, emoji }) => ({ title, emoji: emoji.filter(matchesSearch) }))
    .filter(({ emoji }) => emoji.length > 0)
  return (
    <Modal opened onClose={onClose} title={text.moreEmoji} size="sm" returnFocus={false}>
      <SearchField label={text.findEmoji} value={search} onChange={setSearch} />
      <ScrollArea.Autosize mah="50dvh" mt="sm">
        {data && groups.length === 0 && <Text c="dimmed">{text.noEmoji}</Text>}
        {groups.map(({ title, emoji }) => (
          <section key={title} aria-label={title} className={styles.emojiGroup}>
            <Box component="h3" mt={12} fz={13} c="dimmed">
              {title}
            </Box>
            <Columns template="repeat(auto-fill, minmax(44px, 1fr))">
              {emoji.map(({ unicode, label }) => (
                <UnstyledButton
                  key={unicode}
                  h={44}
                  bdrs={8}
                  fz={24}
                  ta="center"
                  className={styles.emojiPick}
                  aria-label={label}
                  title={label}
                  onClick={() => onPick(unicode)}
                >
                  {unicode}
                </UnstyledButton>
              ))}
            </Columns>
          </section>
        ))}
      </ScrollArea.Autosize>
    </Modal>
  )
}
