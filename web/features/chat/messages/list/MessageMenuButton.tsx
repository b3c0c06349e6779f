import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import styles from '#web/features/chat/Chat.module.css'

/** Button beside a message that opens the message menu. The buttons of all messages share one menu. */
export function MessageMenuButton({
  label,
  isTabStop,
  onOpen,
}: {
  label: string
  isTabStop: boolean
  onOpen: (button: HTMLElement) => void
}) {
  return (
    <ActionIcon
      className={styles.more}
      variant="subtle"
      color="gray"
      size={32}
      radius="xl"
      aria-label={label}
      aria-haspopup="menu"
      tabIndex={isTabStop ? 0 : -1}
      data-menu-button
      onClick={event => onOpen(event.currentTarget)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** Moves the focus between the messages' menu buttons with the arrow keys; only one button is a tab stop. */
export function moveFocusBetweenMenuButtons(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const buttons = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-menu-button]'))
  const index = buttons.indexOf(event.target as HTMLElement)
  if (step === undefined || index === -1) return
  event.preventDefault()
  buttons[index + step]?.focus()
}
