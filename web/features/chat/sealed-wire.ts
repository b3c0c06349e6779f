// A conversation's wire through an encrypted group: what goes out is sealed, what comes in is opened, in its order.
import type { Message } from '#shared/contracts/chat.ts'
import type { SendAnswer } from '#shared/contracts/socket.ts'
import { RosterError, readersNow } from '#shared/e2ee/roster.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { ShownMessage, Wire } from './conversation.ts'
import { alarmText, encryptionText as text } from './encryption.text.ts'
import { rememberWords } from './opened-words.ts'
import { resend } from './resend.ts'

/** Words and moment as they were signed; the server's are kept only where nothing is. */
async function show(group: EncryptedGroup, message: Message): Promise<ShownMessage> {
  // The server's word: there is nothing to open.
  if (message.isHidden) return message
  const opened = await group.open(message)
  if ('trouble' in opened) return { ...message, content: '', trouble: opened.trouble }
  if (opened.isPlain) return { ...message, content: opened.body, isPlain: true }
  const shown = { ...message, content: opened.body, signed: opened.signed }
  rememberWords(shown)
  return shown
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
  let turn: Promise<unknown> = Promise.resolve()

  async function attempt(content: string, clientId: string, isAgain: boolean): Promise<SendAnswer> {
    const sealed = await group.seal(content, clientId, { isAgain })
    const answer = await wire.send({ clientId, ...sealed })
    if (answer.ok) {
      await group.settle(clientId, answer.message.seq)
      return { ok: true, message: await show(group, answer.message) }
    }
    // The key went out of date on the way: once more with the new one.
    return answer.code === 'stale-epoch' && !isAgain ? attempt(content, clientId, true) : answer
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
    join: async () => {
      const answer = await wire.join()
      // Another time will do: it is looked at whenever one comes in.
      if (answer.ok) void resend(group, wire).catch(() => {})
      return answer
    },
    onMessage: listener =>
      wire.onMessage(message => {
        turn = turn.then(() => show(group, message)).then(listener, () => {})
      }),
    waitsFor: () => whatFor(group, waiting),
    giveUp: clientId => void group.settle(clientId, undefined),
    send: async ({ content, clientId = crypto.randomUUID() }) => {
      try {
        return await attempt(content, clientId, false)
      } catch (error) {
        if (!(error instanceof RosterError)) throw error
        return { ok: false, code: 'conflict', message: alarmText.broken }
      }
    },
  }
}
