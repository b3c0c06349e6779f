import type { Message } from '#shared/contracts/chat.ts'
import type { Extra } from '#shared/e2ee/extra.ts'
import type { SealedMark } from '#shared/e2ee/sealed.ts'
import type { KeptGroup } from './group-ports.ts'
import { changeType, openMessage } from './message.ts'
import type { MessageOrder } from './message-order.ts'

/** before: said before one was let in. locked: it cannot be opened here. forged: it is not what it claims to be. */
export type Opened =
  | { body: string; isPlain: true }
  | { body: string; isPlain?: undefined; signed: SignedPart; extra: Extra }
  | { trouble: 'before' | 'locked' | 'forged' }

/** What a message says of itself, by its sender's signature. */
export interface SignedPart {
  /** When, by the sender's clock. */
  at: number
  dev: string
  /** The epoch it was sealed in. */
  n: number
  /** The entry of the list that its epoch was made for. */
  headSeq: number
  /** Left out in version 1, which did not count. */
  count?: { c: number; void: number[]; vault: number }
}

export async function openSealed(
  { roster, epochs }: KeptGroup,
  order: MessageOrder,
  mark: SealedMark,
  message: Message,
): Promise<Opened> {
  const epoch = epochs.find(({ n }) => n === mark.n)
  if (!roster || !epoch) return { trouble: 'locked' }
  if (epoch.eid !== mark.eid || message.seq <= roster.plainUntil) return { trouble: 'forged' }
  if (!epoch.key) return { trouble: epoch.isMine ? 'locked' : 'before' }
  try {
    const said = await openMessage(roster, { ...epoch, key: epoch.key }, mark, message)
    const place = { id: `${message.senderId} ${said.id}`, seq: message.seq, n: mark.n }
    if (!order.accepts(place)) return { trouble: 'forged' }
    const { ts: at, count, extra } = said
    // What was done to one message is not what was said in another.
    if (message.messageType === changeType || extra.change) return { trouble: 'forged' }
    const signed = { at, dev: mark.dev, n: mark.n, headSeq: epoch.headSeq, ...(count && { count }) }
    return { body: said.body, signed, extra }
  } catch {
    return { trouble: 'forged' }
  }
}

type Trouble = Extract<Opened, { trouble: string }>

export interface Changed {
  op: 'edit' | 'delete' | 'react'
  body: string
  extra: Extra
  /** When it was changed, by the clock of whoever did. */
  at: number
  /** Of a message that this takes the place of: what its own signature said. */
  signed?: SignedPart
}

/** `sealed`: as it was signed, by `sealed.senderId`. A change of another message, or by somebody else, is none of this. */
export async function openChange(
  { roster, epochs }: KeptGroup,
  order: MessageOrder,
  mark: SealedMark,
  sealed: Message,
  message: Message,
): Promise<Changed | Trouble> {
  const epoch = epochs.find(({ eid }) => eid === mark.eid)
  if (!roster || !epoch) return { trouble: 'locked' }
  if (!epoch.key) return { trouble: epoch.isMine ? 'locked' : 'before' }
  try {
    const { body, extra, ts: at } = await openMessage(roster, { ...epoch, key: epoch.key }, mark, sealed)
    const { change } = extra
    // What was said in the open, before there were any, may have no name of its own.
    if (change?.of !== (message.clientId ?? '') || change.by !== message.senderId)
      return { trouble: 'forged' }
    const { op, was } = change
    if (op === 'react' || !was) return { op, body, extra, at }
    // It stands where the one stood whose place it takes, and nowhere else.
    const place = { id: `${message.senderId} ${message.clientId}`, seq: message.seq, n: was.n }
    return order.accepts(place) ? { op, body, extra, at, signed: was } : { trouble: 'forged' }
  } catch {
    return { trouble: 'forged' }
  }
}

/** Nothing plain is believed that came after the signed beginning. */
export function openPlain({ roster }: KeptGroup, order: MessageOrder, { content, seq }: Message): Opened {
  const isBefore = seq <= (roster?.plainUntil ?? 0) && !order.hasSealedBefore(seq)
  return isBefore ? { body: content, isPlain: true } : { trouble: 'forged' }
}
