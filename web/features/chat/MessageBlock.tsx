import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { isSameDay, showDayName, showTime } from '#web/lib/format.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { ShownMessage } from './conversation.ts'
import { encryptionText } from './encryption.text.ts'
import { Words } from './Words.tsx'

const minutes = 60_000
/** Within this time the same person is not named again. */
const breath = 5 * minutes

function goesOn(before: ShownMessage | undefined, message: ShownMessage): boolean {
  return (
    before?.senderId === message.senderId &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < breath &&
    isSameDay(before.createdAt, message.createdAt)
  )
}

function Line({ words, tone }: { words: string; tone?: 'new' }) {
  return (
    <div className={styles.line} data-tone={tone}>
      <span>{words}</span>
    </div>
  )
}

function One({ message, before, isMine }: { message: ShownMessage; before?: ShownMessage; isMine: boolean }) {
  const isFollowing = goesOn(before, message)
  return (
    <div
      id={`message-${message.seq}`}
      className={styles.message}
      data-mine={isMine || undefined}
      data-following={isFollowing || undefined}
    >
      {!isMine && (
        <span className={styles.face}>
          {!isFollowing && <PersonAvatar person={message.sender} size={32} />}
        </span>
      )}
      <div className={styles.bubble}>
        <div className={isMine || isFollowing ? styles.spoken : styles.sender}>
          {isMine ? text.you : message.sender.fullName}
        </div>
        {message.trouble ? (
          <span className={styles.unreadable}>
            <IconLock size={14} aria-hidden /> {encryptionText[message.trouble]}
          </span>
        ) : (
          <span className={styles.words}>
            <Words text={message.content} />
          </span>
        )}
        {message.isPlain && (
          <span className={styles.plain} title={encryptionText.plain}>
            <IconLockOpen size={12} aria-label={encryptionText.plain} role="img" />
          </span>
        )}
        <time className={styles.time} dateTime={message.createdAt}>
          {showTime(message.createdAt)}
        </time>
      </div>
    </div>
  )
}

/** Drawn again only when something in it changed: in a long conversation that is the last one alone. */
export const MessageBlock = memo(function MessageBlock({
  messages,
  before,
  myId,
  newFrom,
  width,
}: {
  messages: ShownMessage[]
  /** The one before the first of these. */
  before?: ShownMessage
  myId: number
  /** The first that was new when one came. */
  newFrom?: number
  /** Changes what the days are called. */
  today: string
  /** Changes how high they are. */
  width: number
}) {
  const place = useRef<HTMLDivElement>(null)
  // Once its height is known, a block that nobody looks at need not be drawn, and still takes the room it takes.
  // (Not `auto`: the browser would remember what it took before older ones came into it.)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it holds decides how high it is
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    element.style.contentVisibility = 'visible'
    element.style.containIntrinsicHeight = `${element.offsetHeight}px`
    element.style.contentVisibility = 'auto'
  }, [messages, before, newFrom, width])
  return (
    <div ref={place} className={styles.block}>
      {messages.map((message, index) => {
        const previous = messages[index - 1] ?? before
        const isNewDay = !previous || !isSameDay(previous.createdAt, message.createdAt)
        return (
          <div key={message.seq}>
            {isNewDay && <Line words={showDayName(message.createdAt)} />}
            {message.seq === newFrom && <Line words={text.newMessages} tone="new" />}
            <One message={message} before={previous} isMine={message.senderId === myId} />
          </div>
        )
      })}
    </div>
  )
})
