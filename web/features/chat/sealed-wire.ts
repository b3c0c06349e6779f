// A conversation's wire through an encrypted group: what goes out is sealed, what comes in is opened, in its order.
import { type Message, mostReactions } from '#shared/contracts/chat.ts'
import type { SendAnswer } from '#shared/contracts/socket.ts'
import { type Extra, readExtra } from '#shared/e2ee/extra.ts'
import { RosterError, readersNow } from '#shared/e2ee/roster.ts'
import { isEmoji } from '#shared/emoji.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { createMutex } from '#web/lib/mutex.ts'
import type { Wire } from './conversation-wire.ts'
import { alarmText, encryptionText as text } from './encryption.text.ts'
import { rememberWords } from './opened-words.ts'
import { resend } from './resend.ts'
import type { Change, ShownMessage } from './shown-message.ts'

function unreadable(message: Message, trouble: NonNullable<ShownMessage['trouble']>): ShownMessage {
  return { ...message, content: '', isDeleted: false, reactions: [], trouble }
}

/** Words and moment as they were signed; the server's are kept only where nothing is. */
async function show(group: EncryptedGroup, message: Message): Promise<ShownMessage> {
  // The server's word: there is nothing to open.
  if (message.isHidden) return message
  if (message.revision || message.isDeleted) return showRevised(group, message)
  const opened = await group.open(message)
  if ('trouble' in opened) return unreadable(message, opened.trouble)
  if (opened.isPlain) {
    const reactions = await openReactions(group, message)
    const extra = readExtra(message.metadata ?? undefined)
    return { ...message, content: opened.body, extra, ...reactions, isPlain: true }
  }
  const { body: content, signed, extra } = opened
  // That it was changed counts by what was signed in its place.
  const shown = {
    ...message,
    content,
    signed,
    extra,
    editedAt: null,
    ...(await openReactions(group, message)),
  }
  rememberWords(shown)
  return shown
}

/** What its sender signed in its place; that it is deleted counts only by their signature. */
async function showRevised(group: EncryptedGroup, message: Message): Promise<ShownMessage> {
  const { revision, isDeleted, senderId } = message
  const changed = revision
    ? await group.openChange(message, senderId, revision)
    : { trouble: 'forged' as const }
  if ('trouble' in changed) return unreadable(message, changed.trouble)
  const { op, body, extra, signed } = changed
  if (op !== (isDeleted ? 'delete' : 'edit')) return unreadable(message, 'forged')
  const reactions = isDeleted ? { reactions: [] } : await openReactions(group, message)
  const editedAt = isDeleted ? null : (message.editedAt ?? message.createdAt)
  const content = isDeleted ? '' : body
  const shown = { ...message, content, editedAt, extra, ...reactions, ...(signed && { signed }) }
  rememberWords(shown)
  return shown
}

/** Those that can be opened and are what they claim to be; `content` is then the emoji itself. Others do not count. */
async function openReactions(
  group: EncryptedGroup,
  message: Message,
): Promise<Pick<Message, 'reactions' | 'reactionCount'>> {
  const opened = await Promise.all(
    message.reactions.map(async one => {
      const changed = await group.openChange(message, one.userId, one)
      const isGood = 'op' in changed && changed.op === 'react' && isEmoji(changed.body)
      return isGood ? { ...one, content: changed.body } : undefined
    }),
  )
  const reactions = opened.filter(one => one !== undefined)
  // Of those who are not named there is the server's word alone.
  const unnamed = opened.length < mostReactions ? 0 : message.reactionCount - opened.length
  return { reactions, reactionCount: reactions.length + Math.max(0, unnamed) }
}

/** Its beginning is being signed; or nobody but oneself could read it yet. */
function whatFor(group: EncryptedGroup, waiting: string): string | undefined {
  const { roster, phase } = group.get()
  if (phase === 'loading' || phase === 'unborn') return text.preparing
  return phase === 'ready' && roster && readersNow(roster).length < 2 ? waiting : undefined
}

/** `waiting`: what is said of a message that waits until somebody can read it. */
export function sealWire(wire: Wire, group: EncryptedGroup, waiting = text.alone): Wire {
  /** What arrives is handed on in the order in which it came, however long each takes to open. */
  const inTurn = createMutex()

  async function attempt(
    content: string,
    clientId: string,
    extra: Extra | undefined,
    isAgain: boolean,
  ): Promise<SendAnswer> {
    const sealed = await group.seal(content, clientId, { isAgain, ...(extra && { extra }) })
    const answer = await wire.send({ clientId, ...sealed })
    if (answer.ok) {
      await group.settle(clientId, answer.message.seq)
      return { ok: true, message: await show(group, answer.message) }
    }
    // The key went out of date on the way: once more with the new one.
    return answer.code === 'stale-epoch' && !isAgain ? attempt(content, clientId, extra, true) : answer
  }

  /** Signed as what is done to this very message; what its own signature said goes along when it takes its place. */
  async function attemptChange(change: Change, clientId: string, isAgain: boolean): Promise<Message> {
    const { message, op, content = '' } = change
    if (op === 'unreact') return wire.change(change)
    const { clientId: of, senderId: by, signed: was } = message
    const about = { op, of: of ?? '', by, ...(was && op !== 'react' && { was }) }
    const sealed = await group.seal(content, clientId, { isAgain, extra: { ...change.extra, change: about } })
    try {
      return await wire.change({ ...change, clientId, content: sealed.content, metadata: sealed.metadata })
    } catch (error) {
      if (isAgain || (error as { code?: string }).code !== 'stale-epoch') throw error
      return attemptChange(change, clientId, true)
    }
  }

  return {
    ...wire,
    fetchMessages: async query => {
      const shown: ShownMessage[] = []
      // From the oldest on: what may follow what is part of the check.
      for (const message of (await wire.fetchMessages(query)).toReversed()) {
        shown.push(await show(group, message))
      }
      return shown.reverse()
    },
    fetchChanges: async query => {
      const shown: ShownMessage[] = []
      for (const message of await wire.fetchChanges(query)) shown.push(await show(group, message))
      return shown
    },
    change: async change => show(group, await attemptChange(change, crypto.randomUUID(), false)),
    onChanged: listener =>
      wire.onChanged((message, after) => {
        inTurn(async () => listener(await show(group, message), after)).catch(() => {})
      }),
    join: async () => {
      const answer = await wire.join()
      // Another time will do: it is looked at whenever one comes in.
      if (answer.ok) void resend(group, wire).catch(() => {})
      return answer
    },
    onMessage: listener =>
      wire.onMessage(message => {
        inTurn(async () => listener(await show(group, message))).catch(() => {})
      }),
    waitsFor: () => whatFor(group, waiting),
    giveUp: clientId => void group.settle(clientId, undefined),
    send: async ({ content, extra, clientId = crypto.randomUUID() }) => {
      try {
        return await attempt(content, clientId, extra, false)
      } catch (error) {
        if (!(error instanceof RosterError)) throw error
        return { ok: false, code: 'conflict', message: alarmText.broken }
      }
    },
  }
}
