import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFlag } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import styles from './Chat.module.css'
import type { ShownMessage } from './conversation.ts'
import { reportText as text } from './report.text.ts'

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))

/** The message whose menu is open, what its sender is called, and the button that opened it. */
export interface Chosen {
  message: ShownMessage
  name: string
  button: HTMLElement
}

/** One beside every message; the menu itself is there once for all of them. */
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

/** With the arrows from message to message, so that the keyboard need not pass all of them on its way. */
export function moveBetweenMenus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-menu-button]'))
  const place = all.indexOf(event.target as HTMLElement)
  if (step === undefined || place === -1) return
  event.preventDefault()
  all[place + step]?.focus()
}

export function MessageMenu({
  group,
  sealed,
  chosen,
  onClose,
}: {
  group: GroupRow
  sealed?: EncryptedGroup
  chosen: Chosen
  onClose: () => void
}) {
  const { message, name, button } = chosen
  const [isReporting, setReporting] = useState(false)
  const close = () => {
    onClose()
    button.focus()
  }
  if (isReporting) {
    return (
      <Suspense>
        <ReportDialog group={group} sealed={sealed} message={message} name={name} onClose={close} />
      </Suspense>
    )
  }
  const { left, top, width, height } = button.getBoundingClientRect()
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      closeOnItemClick={false}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <span className={styles.menuPlace} style={{ left, top, width, height }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={button.getAttribute('aria-label') ?? undefined}>
        <Menu.Item leftSection={<IconFlag size={16} aria-hidden />} onClick={() => setReporting(true)}>
          {text.report}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
