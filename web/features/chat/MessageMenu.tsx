import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChecks,
  IconCopy,
  IconDots,
  IconFlag,
  IconLink,
  IconMoodPlus,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { usualEmoji } from '#shared/emoji.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import styles from './Chat.module.css'
import type { Conversation } from './conversation.ts'
import { copyText } from './copy-text.ts'
import { usePinMessage } from './groups.api.ts'
import { messageText as text } from './message.text.ts'
import { mayEdit, useReact, useRemove } from './message-changes.api.ts'
import { placeText } from './place.text.ts'
import { presenceText } from './presence.text.ts'
import { reportText } from './report.text.ts'
import type { ShownMessage } from './shown-message.ts'
import { isWatched } from './use-reads.ts'

const ReportDialog = lazyOverlay(async () => (await import('./ReportDialog.tsx')).ReportDialog)
const ReadBy = lazyOverlay(async () => (await import('./ReadBy.tsx')).ReadBy)
const EmojiPicker = lazyOverlay(async () => (await import('./EmojiPicker.tsx')).EmojiPicker)

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

function linkTo({ groupId, seq }: ShownMessage): string {
  return `${location.origin}/communication?group=${groupId}&message=${seq}`
}

export interface MenuProps {
  group: GroupRow
  sealed?: EncryptedGroup
  conversation: Conversation
  myId: number
  chosen: Chosen
  onReply: (message: ShownMessage) => void
  onEdit: (message: ShownMessage) => void
  onClose: () => void
}

export function MessageMenu(props: MenuProps) {
  const { group, sealed, conversation, myId, chosen, onReply, onEdit, onClose } = props
  const { message, name, button } = chosen
  const [side, setSide] = useState<'report' | 'emoji' | 'readers'>()
  const react = useReact(conversation)
  const remove = useRemove(conversation)
  const isMine = message.senderId === myId
  const pin = usePinMessage(group.id)
  const isPinned = group.pins.includes(message.seq)
  const close = () => {
    onClose()
    button.focus()
  }
  const pick = (emoji: string) => {
    react.mutate({ message, emoji })
    close()
  }
  const askToRemove = () => {
    const onConfirm = () => remove.mutate(message)
    close()
    confirm({
      title: text.removeTitle,
      text: text.removeHint,
      action: text.remove,
      isDangerous: true,
      onConfirm,
    })
  }
  const leave = (go: (message: ShownMessage) => void) => () => {
    onClose()
    go(message)
  }
  if (side === 'report') {
    return <ReportDialog group={group} sealed={sealed} message={message} name={name} onClose={close} />
  }
  if (side === 'readers') {
    return <ReadBy group={group} myId={myId} message={message} onClose={close} />
  }
  if (side === 'emoji') {
    return <EmojiPicker onPick={pick} onClose={close} />
  }
  const { left, top, width, height } = button.getBoundingClientRect()
  return (
    <Menu
      opened
      onClose={close}
      position={isMine ? 'bottom-end' : 'bottom-start'}
      closeOnItemClick={false}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <span className={styles.menuPlace} style={{ left, top, width, height }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={button.getAttribute('aria-label') ?? undefined}>
        {group.isActive && (
          <div className={styles.quick}>
            {usualEmoji.map(emoji => (
              <Menu.Item
                key={emoji}
                className={styles.quickOne}
                aria-label={text.reactWith(emoji)}
                onClick={() => pick(emoji)}
              >
                {emoji}
              </Menu.Item>
            ))}
            <Menu.Item
              className={styles.quickOne}
              aria-label={text.moreEmoji}
              onClick={() => setSide('emoji')}
            >
              <IconMoodPlus size={20} aria-hidden />
            </Menu.Item>
          </div>
        )}
        {group.isActive && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={leave(onReply)}>
            {text.reply}
          </Menu.Item>
        )}
        {(!message.extra?.file || message.extra.file.hasWords) && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => {
              copyText(message.content, text.copied)
              close()
            }}
          >
            {text.copy}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => {
            copyText(linkTo(message), text.linkCopied)
            close()
          }}
        >
          {text.copyLink}
        </Menu.Item>
        {isMine && !group.direct && isWatched(group) && (
          <Menu.Item leftSection={<IconChecks size={16} aria-hidden />} onClick={() => setSide('readers')}>
            {presenceText.readBy}
          </Menu.Item>
        )}
        {group.isActive && group.mayRun && (
          <Menu.Item
            leftSection={
              isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />
            }
            onClick={() => {
              pin.mutate({ seq: message.seq, isPinned: !isPinned })
              close()
            }}
          >
            {isPinned ? placeText.unpinMessage : placeText.pinMessage}
          </Menu.Item>
        )}
        {isMine && group.isActive && mayEdit(message) && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={leave(onEdit)}>
            {text.edit}
          </Menu.Item>
        )}
        {isMine && group.isActive && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={askToRemove}>
            {text.remove}
          </Menu.Item>
        )}
        {!isMine && (
          <Menu.Item leftSection={<IconFlag size={16} aria-hidden />} onClick={() => setSide('report')}>
            {reportText.report}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
