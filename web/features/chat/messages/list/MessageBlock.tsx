import { Box, VisuallyHidden } from '@mantine/core'
import { IconBan, IconEyeOff, IconLock, IconLockOpen, IconPencil, IconVideo } from '@tabler/icons-react'
import { memo, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { chatText as text } from '#texts/conversations.ts'
import { encryptionText } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { calculatePictureSize } from '#web/features/chat/files/picture-size.ts'
import { CallHistoryEntry } from '#web/features/chat/messages/calls/CallHistoryEntry.tsx'
import { DeliveryTicks } from '#web/features/chat/presence/DeliveryTicks.tsx'
import type { MessageFlaw } from '#web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.ts'
import { isQuotedMessageChangedSinceReply } from '#web/lib/e2ee/conversation/message-reference.ts'
import { formatDateTime, formatRelativeDate, formatTime, isSameDay } from '#web/lib/format/format.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { getAvatarTextColor, PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { MessageContent } from './MessageContent.tsx'
import type { SelectedMessage } from './MessageMenu.tsx'
import { MessageMenuButton } from './MessageMenuButton.tsx'
import { MessageQuote } from './MessageQuote.tsx'
import { ReactionSummary } from './ReactionSummary.tsx'
import type { MessageAnnotations } from './use-member-changes-and-message-order-warnings.ts'

const MessageAttachment = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/chat/files/MessageAttachment.tsx')).MessageAttachment,
)

const minutes = 60_000
/** Messages from one sender within this time (ms) form a group that shows the name once. */
const groupingWindow = 5 * minutes

/** Returns the time of a message: the time signed by its sender or, without a signature, the server's time. */
function getMessageSentAt({ createdAt, signed }: DisplayedMessage): string {
  return signed ? new Date(signed.at).toISOString() : createdAt
}

function continuesPreviousMessage(before: DisplayedMessage | undefined, message: DisplayedMessage): boolean {
  return (
    before?.senderId === message.senderId &&
    Math.abs(Date.parse(getMessageSentAt(message)) - Date.parse(getMessageSentAt(before))) < groupingWindow &&
    isSameDay(getMessageSentAt(before), getMessageSentAt(message))
  )
}

export function MessageListSeparator({ label, tone }: { label: string; tone?: 'new' | 'danger' }) {
  return (
    <div className={styles.line} data-tone={tone}>
      <span>{label}</span>
    </div>
  )
}

/** Difference in ms between the sender's and the server's time of a message, above which both times are shown. */
const maxClockDifference = 10 * minutes

/** Time of a message as signed by its sender, and the server's time when the two differ widely. */
function MessageTime({ message, ticks }: { message: DisplayedMessage; ticks?: ReactNode }) {
  const { createdAt, signed } = message
  const hasClockDifference = signed && Math.abs(signed.at - Date.parse(createdAt)) > maxClockDifference
  const sentAt = getMessageSentAt(message)
  return (
    <time className={styles.time} dateTime={sentAt}>
      {message.editedAt && (
        <>
          <IconPencil size={12} aria-hidden style={{ marginRight: 4, verticalAlign: -1 }} />
          <VisuallyHidden>{text.edited} · </VisuallyHidden>
        </>
      )}
      {hasClockDifference
        ? `${formatDateTime(sentAt)} · ${encryptionText.serverTime({ moment: formatDateTime(createdAt) })}`
        : formatTime(sentAt)}
      {ticks}
    </time>
  )
}

/** Attached file and text of a message. A file's message text is not shown if it only names the file. */
function MessageBody({ message }: { message: DisplayedMessage }) {
  const { groupId, content, messageType, extra } = message
  const { file, called } = extra ?? {}
  return (
    <>
      {file && (
        <Suspense fallback={<span className={styles.fileRoom} style={calculatePictureSize(file)} />}>
          <MessageAttachment groupId={groupId} file={file} />
        </Suspense>
      )}
      {(!file || file.hasWords) && (
        <span className={styles.words}>
          {messageType === 'call' && (
            <IconVideo size={16} aria-hidden style={{ marginRight: 6, verticalAlign: -3 }} />
          )}
          <MessageContent text={content} mentionedNames={called} />
        </span>
      )}
    </>
  )
}

/** Explains why a message has no content: unreadable, hidden by a moderator or deleted. */
function UnavailableMessage({ message: { trouble, isHidden } }: { message: DisplayedMessage }) {
  const Icon = trouble ? IconLock : isHidden ? IconEyeOff : IconBan
  return (
    <span className={styles.unreadable}>
      <Icon size={14} aria-hidden style={{ marginRight: 6 }} />
      {trouble ? encryptionText[trouble] : isHidden ? text.hidden : text.deleted}
    </span>
  )
}

/** Warning in a message whose position or version was changed by the server. */
function Flaw({ children }: { children: string }) {
  return (
    <Box component="span" display="block" fz={12} c="var(--mantine-color-error)">
      {children}
    </Box>
  )
}

function MessageRow({
  group,
  message,
  before,
  name,
  flaw,
  isMine,
  isTabStop,
  lines,
  myId,
  readUpTo,
  onMenu,
  onReactions,
  onGo,
}: Pick<BlockProps, 'group' | 'lines' | 'myId' | 'readUpTo' | 'onMenu' | 'onReactions' | 'onGo'> & {
  message: DisplayedMessage
  before?: DisplayedMessage
  name: string
  flaw?: MessageFlaw
  isMine: boolean
  isTabStop: boolean
}) {
  const { reply } = message.extra ?? {}
  const quoted = reply && lines.quotes?.get(message.seq)
  const getNameOfSender = (sender: DisplayedMessage) =>
    sender.senderId === myId ? text.you : (lines.nameOf?.(sender.senderId) ?? sender.sender.fullName)
  const isUnavailable = message.isHidden || message.isDeleted || message.trouble !== undefined
  const isFollowing = continuesPreviousMessage(before, message)
  // Messages of a direct conversation omit the sender's name and avatar, because the header shows them.
  const isNamed = !isMine && !isFollowing && !group.direct
  return (
    <div
      id={`message-${message.seq}`}
      className={styles.message}
      data-mine={isMine || undefined}
      data-following={isFollowing || undefined}
    >
      {!isMine && !group.direct && (
        <span className={styles.face}>
          {isNamed && <PersonAvatar person={{ ...message.sender, fullName: name }} size={32} />}
        </span>
      )}
      <div className={styles.bubble} data-unavailable={isUnavailable || undefined}>
        <Box fz={13} fw={700} c={getAvatarTextColor(name)} className={isNamed ? undefined : styles.spoken}>
          {isMine ? text.you : name}
        </Box>
        {reply && !isUnavailable && (
          <MessageQuote
            quoted={quoted}
            name={quoted ? getNameOfSender(quoted) : ''}
            isChanged={quoted ? isQuotedMessageChangedSinceReply(reply, quoted) : false}
            onGo={() => onGo(quoted?.seq ?? reply.seq)}
          />
        )}
        {isUnavailable ? <UnavailableMessage message={message} /> : <MessageBody message={message} />}
        {message.isPlain && (
          <span className={styles.plain} title={encryptionText.plain}>
            <IconLockOpen size={12} aria-label={encryptionText.plain} role="img" />
          </span>
        )}
        {flaw?.isTurned && <Flaw>{encryptionText.turned}</Flaw>}
        {flaw?.isOutdated && <Flaw>{encryptionText.outdatedVersion}</Flaw>}
        <MessageTime
          message={message}
          ticks={
            isMine &&
            readUpTo !== undefined &&
            !isUnavailable && <DeliveryTicks isRead={message.seq <= readUpTo} />
          }
        />
        {!isUnavailable && (
          <ReactionSummary
            message={message}
            myId={myId}
            onOpen={button => onReactions({ message, name, button })}
          />
        )}
        {!isUnavailable && (
          <MessageMenuButton
            label={text.actionsFor({
              name: isMine ? text.you : name,
              time: formatTime(getMessageSentAt(message)),
            })}
            isTabStop={isTabStop}
            onOpen={button => onMenu({ message, name, button })}
          />
        )}
      </div>
    </div>
  )
}

interface BlockProps {
  group: GroupRow
  messages: DisplayedMessage[]
  /** Message directly above this message block. If its sender is the same, the block may omit the name. */
  before?: DisplayedMessage
  lines: MessageAnnotations
  myId: number
  /** Sequence number up to which all recipients have read the messages; undefined if there are no read receipts. */
  readUpTo?: number
  /** Sequence number of the first message that was unread when the conversation was opened. */
  newFrom?: number
  /** Current date. When the date changes, the message block is rendered again with new day names. */
  today: string
  /** Width of the message list. When the width changes, the height of the block of messages is measured again. */
  width: number
  /** Number of the message whose menu button is a tab stop. Arrow keys move to the other menu buttons. */
  tabStop?: number
  onMenu: (chosen: SelectedMessage) => void
  onReactions: (chosen: SelectedMessage) => void
  /** Event handler that scrolls to another message of the conversation, such as a quoted one. */
  onGo: (seq: number) => void
}

function UnmemoizedMessageBlock({
  group,
  messages,
  before,
  lines,
  myId,
  readUpTo,
  newFrom,
  width,
  tabStop,
  ...handlers
}: BlockProps) {
  const blockRef = useRef<HTMLDivElement>(null)
  // Blocks of messages outside the visible area are not rendered but keep their measured height.
  // The height of a message block is set, because `contain-intrinsic-height: auto` would use an outdated height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the messages of the block
  useLayoutEffect(() => {
    const element = blockRef.current
    if (!element) return
    element.style.contentVisibility = 'visible'
    element.style.containIntrinsicHeight = `${element.offsetHeight}px`
    element.style.contentVisibility = 'auto'
  }, [messages, before, lines, newFrom, width])
  return (
    <div ref={blockRef} className={styles.block}>
      {messages.map((message, index) => {
        const previous = messages[index - 1] ?? before
        const isNewDay = !previous || !isSameDay(getMessageSentAt(previous), getMessageSentAt(message))
        const rosterLines = lines.before.get(message.seq)
        const flaw = lines.flaws.get(message.seq)
        const calls = lines.traces?.before.get(message.seq)
        const isFirstUnread = message.seq === newFrom
        const isSeparated = rosterLines || calls || flaw?.missing || isFirstUnread
        const name = lines.nameOf?.(message.senderId) ?? message.sender.fullName
        return (
          <div key={message.seq}>
            {isNewDay && <MessageListSeparator label={formatRelativeDate(getMessageSentAt(message))} />}
            {rosterLines?.map(line => (
              <MessageListSeparator key={line} label={line} />
            ))}
            {calls?.map(call => (
              <CallHistoryEntry key={call.id} call={call} group={group} myId={myId} />
            ))}
            {flaw?.missing && (
              <MessageListSeparator
                label={encryptionText.missing({ count: flaw.missing, name })}
                tone="danger"
              />
            )}
            {isFirstUnread && <MessageListSeparator label={text.newMessages} tone="new" />}
            <MessageRow
              group={group}
              message={message}
              before={isSeparated ? undefined : previous}
              name={name}
              flaw={flaw}
              isMine={message.senderId === myId}
              isTabStop={message.seq === tabStop}
              lines={lines}
              myId={myId}
              readUpTo={readUpTo}
              {...handlers}
            />
          </div>
        )
      })}
    </div>
  )
}

const describeCallsAt = ({ traces }: MessageAnnotations, seq: number) =>
  traces?.before
    .get(seq)
    ?.map(({ id, answeredAt, endedAt }) => `${id} ${answeredAt} ${endedAt}`)
    .join()

/** Compares two versions of the props of a message block. Returns true if the block would look the same. */
function isMessageBlockUnchanged(
  { lines, group, ...previous }: BlockProps,
  { lines: nextLines, group: nextGroup, ...next }: BlockProps,
): boolean {
  if (group.id !== nextGroup.id || group.isActive !== nextGroup.isActive) return false
  const keys = Object.keys(previous) as (keyof typeof previous)[]
  if (keys.some(key => previous[key] !== next[key])) return false
  return previous.messages.every(
    ({ seq, senderId, extra }) =>
      (!extra?.reply || lines.quotes?.get(seq) === nextLines.quotes?.get(seq)) &&
      lines.nameOf?.(senderId) === nextLines.nameOf?.(senderId) &&
      describeCallsAt(lines, seq) === describeCallsAt(nextLines, seq) &&
      lines.before.get(seq)?.join() === nextLines.before.get(seq)?.join() &&
      lines.flaws.get(seq)?.missing === nextLines.flaws.get(seq)?.missing &&
      lines.flaws.get(seq)?.isTurned === nextLines.flaws.get(seq)?.isTurned &&
      lines.flaws.get(seq)?.isOutdated === nextLines.flaws.get(seq)?.isOutdated,
  )
}

/** Memoized block of messages: in a long conversation usually only the last block is rendered again. */
export const MessageBlock = memo(UnmemoizedMessageBlock, isMessageBlockUnchanged)
