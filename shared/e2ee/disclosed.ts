// One encrypted message as its reader shows it to others: the words that were signed, the signature, and the card of
// whoever signed. Nothing of it opens anything else.
import * as z from 'zod/mini'
import { card, isGenuineCard } from './card.ts'
import { type Extra, readExtra } from './extra.ts'
import { boundTo, type Frame } from './message.ts'
import { digest, isSignedBy, signed, type Verify } from './signed.ts'

export const disclosed = z.strictObject({ ...signed.shape, card })
export type Disclosed = z.infer<typeof disclosed>

const said1 = z.tuple([z.string(), z.string(), z.int(), z.int(), digest, z.string()])
const said2 = z.tuple([...said1.def.items, z.array(z.int()), z.int()])
const said3 = z.tuple([...said2.def.items, z.string()])
const versions = { 1: said1, 2: said2, 3: said3 }

/** What is known of the message without opening it. */
export interface Stored extends Frame {
  clientId: string | null
}

/**
 * Undefined: nothing of the kind; or of another message, group, epoch, device or person; or not signed with the keys on
 * the card. Whether the card is that person's is for each side to judge by what it knows.
 */
export async function readDisclosed(
  { body, sig, card }: Disclosed,
  stored: Stored,
  verify: Verify,
): Promise<{ words: string; at: number; head: string; extra: Extra } | undefined> {
  const said = readSaid(body, stored)
  if (!said || card.userId !== stored.senderId) return undefined
  if (!(await isGenuineCard(verify, card))) return undefined
  return (await isSignedBy(verify, card.sign, 'message', { body, sig })) ? said : undefined
}

function readSaid(text: string, stored: Stored) {
  try {
    const said: unknown[] = versions[stored.mark.v].parse(JSON.parse(text))
    const [bound, id, at, , head, words] = said as z.infer<typeof said1>
    const extra = readExtra(said[8])
    return bound === boundTo(stored) && id === stored.clientId ? { words, at, head, extra } : undefined
  } catch {
    return undefined
  }
}
