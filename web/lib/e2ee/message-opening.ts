import type { Message } from '#shared/contracts/chat.ts'
import type { SealedMark } from '#shared/e2ee/sealed.ts'
import type { KeptGroup } from './group-ports.ts'
import { openMessage } from './message.ts'
import type { MessageOrder } from './message-order.ts'

/** before: said before one was let in. locked: it cannot be opened here. forged: it is not what it claims to be. */
export type Opened =
  | { body: string; isPlain: true }
  | { body: string; isPlain?: undefined; signed: SignedPart }
  | { trouble: 'before' | 'locked' | 'forged' }

/** What a message says of itself, by its sender's signature. */
export interface SignedPart {
  /** When, by the sender's clock. */
  at: number
  dev: string
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
    const { ts: at, count } = said
    const signed = { at, dev: mark.dev, headSeq: epoch.headSeq, ...(count && { count }) }
    return { body: said.body, signed }
  } catch {
    return { trouble: 'forged' }
  }
}

/** Nothing plain is believed that came after the signed beginning. */
export function openPlain({ roster }: KeptGroup, order: MessageOrder, { content, seq }: Message): Opened {
  const isBefore = seq <= (roster?.plainUntil ?? 0) && !order.hasSealedBefore(seq)
  return isBefore ? { body: content, isPlain: true } : { trouble: 'forged' }
}
