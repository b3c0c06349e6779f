import type { Message } from '#shared/contracts/chat.ts'
import type { SealedMark } from '#shared/contracts/sealed.ts'
import type { KeptGroup } from './group-ports.ts'
import { openMessage } from './message.ts'
import type { MessageOrder } from './message-order.ts'

/** before: said before one was let in. locked: it cannot be opened here. forged: it is not what it claims to be. */
export type Opened = { body: string; isPlain?: true } | { trouble: 'before' | 'locked' | 'forged' }

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
    return order.accepts(place) ? { body: said.body } : { trouble: 'forged' }
  } catch {
    return { trouble: 'forged' }
  }
}

/** Nothing plain is believed that came after the signed beginning. */
export function openPlain({ roster }: KeptGroup, order: MessageOrder, { content, seq }: Message): Opened {
  const isBefore = seq <= (roster?.plainUntil ?? 0) && !order.hasSealedBefore(seq)
  return isBefore ? { body: content, isPlain: true } : { trouble: 'forged' }
}
