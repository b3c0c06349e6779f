import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { keyLinks } from '#server/db/schema/e2ee.ts'
import { conflict, notFound } from '#server/errors.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import type { LinkBody } from '#shared/contracts/key-links.ts'
import { findGens } from './newest-keys.service.ts'

/** Enough for somebody whose first tries failed, and not enough to fill a table. */
const most = 20
const hour = 60

const isOpen = gt(keyLinks.expiresAt, sql`now()`)
const ownOpen = ({ actor }: SignedIn, id: string) =>
  and(eq(keyLinks.id, id), eq(keyLinks.userId, actor.id), isOpen)

const { box, mac, name, answer, expiresAt } = keyLinks
const shown = { box, mac, name, answer, expiresAt }

/** For two minutes. Of keys that nobody has there is nothing to give. */
export async function openLink(context: SignedIn, deviceName: string, link: LinkBody) {
  const { actor } = context
  if (!(await findGens(context.db, actor.id)).published) throw conflict('keys_moved')
  await limitAttempts(context, { key: limitKey('key links', String(actor.id)), most, minutes: hour })
  return context.transaction(async ({ db }) => {
    const [opened] = await db
      .insert(keyLinks)
      .values({ ...link, userId: actor.id, name: deviceName, expiresAt: sql`now() + interval '2 minutes'` })
      .onConflictDoNothing()
      .returning(shown)
    if (!opened) throw conflict()
    return opened
  })
}

/** Only ever one's own; somebody else's, and one that is over, is not there. */
export async function readLink(context: SignedIn, id: string) {
  const [link] = await context.db.select(shown).from(keyLinks).where(ownOpen(context, id))
  if (!link) throw notFound()
  return link
}

export async function answerLink(context: SignedIn, id: string, sealed: string): Promise<void> {
  await context.transaction(async tx => {
    const { rowCount } = await tx.db
      .update(keyLinks)
      .set({ answer: sealed })
      .where(and(ownOpen(tx, id), isNull(answer)))
    if (rowCount === 0) throw notFound()
  })
}

export async function closeLink(context: SignedIn, id: string): Promise<void> {
  await context.transaction(async tx => {
    await tx.db.delete(keyLinks).where(ownOpen(tx, id))
  })
}
