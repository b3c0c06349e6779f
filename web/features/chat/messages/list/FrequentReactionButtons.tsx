import { Flex, Menu } from '@mantine/core'
import { IconMoodPlus } from '@tabler/icons-react'
import { quickReactions } from '#shared/emoji.ts'
import { messageText as text } from '#texts/messages.ts'
import styles from '#web/features/chat/Chat.module.css'

/** Row of the most used reaction emoji in the message menu, with a button that offers all other emoji. */
export function FrequentReactionButtons({
  onReact,
  onMore,
}: {
  onReact: (emoji: string) => void
  onMore: () => void
}) {
  return (
    <Flex gap={2} pb={4} mb={4} style={{ borderBottom: '1px solid var(--line)' }}>
      {quickReactions.map(emoji => (
        <Menu.Item
          key={emoji}
          className={styles.quickOne}
          aria-label={text.reactWith({ emoji })}
          onClick={() => onReact(emoji)}
        >
          {emoji}
        </Menu.Item>
      ))}
      <Menu.Item className={styles.quickOne} aria-label={text.moreEmoji} onClick={onMore}>
        <IconMoodPlus size={20} aria-hidden />
      </Menu.Item>
    </Flex>
  )
}
