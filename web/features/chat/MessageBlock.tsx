import { IconBan, IconEyeOff, IconLock, IconLockOpen, IconVideo } from '@tabler/icons-react'
import { lazy, memo, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { isSameDay, showDayName, showMoment, showTime } from '#web/lib/format.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { CallTraceLine } from './CallTraceLine.tsx'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import { encryptionText } from './encryption.text.ts'
import { type Chosen, MessageMenuButton } from './MessageMenu.tsx'
import { MessageQuote } from './MessageQuote.tsx'
import { roomFor } from './picture-room.ts'
import { Reactions } from './Reactions.tsx'
import type { ShownMessage } from './shown-message.ts'
import { Ticks } from './Ticks.tsx'
import type { Lines } from './use-lines.ts'
import { Words } from './Words.tsx'

const MessageFile = lazy(async () => ({ default: (await import('./MessageFile.tsx')).MessageFile }))

const minutes = 60_000
/** Within this time the same person is not named again. */
const breath = 5 * minutes

/** As it was signed; where nothing is, by the server's word. */
function saidAt({ createdAt, signed }: ShownMessage): string {
  return signed ? new Date(signed.at).toISOString() : createdAt
}

function goesOn(before: ShownMessage | undefined, message: ShownMessage): boolean {
  return (
    before?.senderId === message.senderId &&
    Math.abs(Date.parse(saidAt(message)) - Date.parse(saidAt(before))) < breath &&
    isSameDay(saidAt(before), saidAt(message))
  )
}

export function Line({ words, tone }: { words: string; tone?: 'new' | 'danger' }) {
  return (
    <div className={styles.line} data-tone={tone}>
      <span>{words}</span>
    </div>
  )
}

/** Further apart than clocks are, so that somebody has moved one of them. */
const farApart = 10 * minutes

/** When it was said by its sender's word; and by the server's, where that is another time. */
function Time({ message, ticks }: { message: ShownMessage; ticks?: ReactNode }) {
  const { createdAt, signed } = message
  const isFar = signed && Math.abs(signed.at - Date.parse(createdAt)) > farApart
  const said = saidAt(message)
  return (
    <time className={styles.time} dateTime={said}>
      {message.editedAt && `${text.edited} · `}
      {isFar ? `${showMoment(said)} · ${encryptionText.serverTime(showMoment(createdAt))}` : showTime(said)}
      {ticks}
    </time>
  )
}

/** What it brings along, and what it says; words that only stand for the file are not repeated beside it. */
function Said({ message }: { message: ShownMessage }) {
  const { groupId, content, messageType, extra } = message
  const { file, called } = extra ?? {}
  return (
    <>
      {file && (
        <Suspense fallback={<span className={styles.fileRoom} style={roomFor(file)} />}>
          <MessageFile groupId={groupId} file={file} />
        </Suspense>
      )}
      {(!file || file.hasWords) && (
        <span className={styles.words}>
          {messageType === 'call' && <IconVideo size={16} aria-hidden className={styles.callIcon} />}
          <Words text={content} called={called} />
        </span>
      )}
    </>
  )
}

/** Why it says nothing. */
function Silent({ message: { trouble, isHidden } }: { message: ShownMessage }) {
  const Icon = trouble ? IconLock : isHidden ? IconEyeOff : IconBan
  return (
    <span className={styles.unreadable}>
      <Icon size={14} aria-hidden />{' '}
      {trouble ? encryptionText[trouble] : isHidden ? text.hidden : text.deleted}
    </span>
  )
}

function One({
  message,
  before,
  name,
  isTurned,
  isMine,
  isTabStop,
  lines,
  myId,
  readUpTo,
  onMenu,
  onReactions,
  onGo,
}: Pick<BlockProps, 'lines' | 'myId' | 'readUpTo' | 'onMenu' | 'onReactions' | 'onGo'> & {
  message: ShownMessage
  before?: ShownMessage
  name: string
  isTurned?: boolean
  isMine: boolean
  isTabStop: boolean
}) {
  const { reply } = message.extra ?? {}
  const quoted = reply && lines.quotes?.get(reply.seq)
  const nameOf = (one: ShownMessage) =>
    one.senderId === myId ? text.you : (lines.nameOf?.(one.senderId) ?? one.sender.fullName)
  const isSilent = message.isHidden || message.isDeleted || message.trouble !== undefined
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
          {!isFollowing && <PersonAvatar person={{ ...message.sender, fullName: name }} size={32} />}
        </span>
      )}
      <div className={styles.bubble}>
        <div className={isMine || isFollowing ? styles.spoken : styles.sender}>
          {isMine ? text.you : name}
        </div>
        {reply && !isSilent && (
          <MessageQuote quoted={quoted} name={quoted ? nameOf(quoted) : ''} onGo={() => onGo(reply.seq)} />
        )}
        {isSilent ? <Silent message={message} /> : <Said message={message} />}
        {message.isPlain && (
          <span className={styles.plain} title={encryptionText.plain}>
            <IconLockOpen size={12} aria-label={encryptionText.plain} role="img" />
          </span>
        )}
        {isTurned && <span className={styles.turned}>{encryptionText.turned}</span>}
        <Time
          message={message}
          ticks={isMine && readUpTo !== undefined && !isSilent && <Ticks isRead={message.seq <= readUpTo} />}
        />
        {!isSilent && (
          <Reactions
            message={message}
            myId={myId}
            onOpen={button => onReactions({ message, name, button })}
          />
        )}
      </div>
      {!isSilent && (
        <MessageMenuButton
          label={text.actionsFor(isMine ? text.you : name, showTime(saidAt(message)))}
          isTabStop={isTabStop}
          onOpen={button => onMenu({ message, name, button })}
        />
      )}
    </div>
  )
}

interface BlockProps {
  group: GroupRow
  messages: ShownMessage[]
  /** The one before the first of these. */
  before?: ShownMessage
  lines: Lines
  myId: number
  /** All whom one speaks to have read so far; left out where nobody is told. */
  readUpTo?: number
  /** The first that was new when one came. */
  newFrom?: number
  /** Changes what the days are called. */
  today: string
  /** Changes how high they are. */
  width: number
  /** The one whose menu the keyboard reaches; from there it goes on to the others. */
  tabStop?: number
  onMenu: (chosen: Chosen) => void
  onReactions: (chosen: Chosen) => void
  /** To another message. */
  onGo: (seq: number) => void
}

function Block({
  group,
  messages,
  before,
  lines,
  myId,
  readUpTo,
  newFrom,
  width,
  tabStop,
  ...on
}: BlockProps) {
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
  }, [messages, before, lines, newFrom, width])
  return (
    <div ref={place} className={styles.block}>
      {messages.map((message, index) => {
        const previous = messages[index - 1] ?? before
        const isNewDay = !previous || !isSameDay(saidAt(previous), saidAt(message))
        const said = lines.before.get(message.seq)
        const flaw = lines.flaws.get(message.seq)
        const name = lines.nameOf?.(message.senderId) ?? message.sender.fullName
        return (
          <div key={message.seq}>
            {isNewDay && <Line words={showDayName(saidAt(message))} />}
            {said?.map(words => (
              <Line key={words} words={words} />
            ))}
            {lines.traces?.before.get(message.seq)?.map(trace => (
              <CallTraceLine key={trace.id} trace={trace} group={group} myId={myId} />
            ))}
            {flaw?.missing && <Line words={encryptionText.missing(flaw.missing, name)} tone="danger" />}
            {message.seq === newFrom && <Line words={text.newMessages} tone="new" />}
            <One
              message={message}
              before={said || flaw?.missing ? undefined : previous}
              name={name}
              isTurned={flaw?.isTurned}
              isMine={message.senderId === myId}
              isTabStop={message.seq === tabStop}
              lines={lines}
              myId={myId}
              readUpTo={readUpTo}
              {...on}
            />
          </div>
        )
      })}
    </div>
  )
}

const tracesAt = ({ traces }: Lines, seq: number) =>
  traces?.before
    .get(seq)
    ?.map(({ id, answeredAt, endedAt }) => `${id} ${answeredAt} ${endedAt}`)
    .join()

/** What stands between messages is worked out anew for all of them; drawn anew is only where it differs. */
function isSameBlock(
  { lines, group, ...one }: BlockProps,
  { lines: others, group: sameGroup, ...other }: BlockProps,
): boolean {
  if (group.id !== sameGroup.id || group.isActive !== sameGroup.isActive) return false
  const keys = Object.keys(one) as (keyof typeof one)[]
  if (keys.some(key => one[key] !== other[key])) return false
  return one.messages.every(
    ({ seq, senderId, extra }) =>
      (!extra?.reply || lines.quotes?.get(extra.reply.seq) === others.quotes?.get(extra.reply.seq)) &&
      lines.nameOf?.(senderId) === others.nameOf?.(senderId) &&
      tracesAt(lines, seq) === tracesAt(others, seq) &&
      lines.before.get(seq)?.join() === others.before.get(seq)?.join() &&
      lines.flaws.get(seq)?.missing === others.flaws.get(seq)?.missing &&
      lines.flaws.get(seq)?.isTurned === others.flaws.get(seq)?.isTurned,
  )
}

/** Drawn again only when something in it changed: in a long conversation that is the last one alone. */
export const MessageBlock = memo(Block, isSameBlock)
