// Device linking: a new device of a user asks an old one for the identity seed. The server only relays the messages.
// The new device opens the link with an ephemeral public key; the old device answers with the encrypted seed.
// A secret in the QR code authenticates both messages of a device link. The server never receives that secret.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { keyLinks } from '#server/db/schema/e2ee.ts'
import { conflict, notFound } from '#server/errors.ts'
import { findKeyGenerations } from '#server/features/keys/cards/key-generations.service.ts'
import { hashRateLimitKey, limitAttempts } from '#server/identity/rate-limit.service.ts'
import type { LinkBody } from '#shared/contracts/keys/key-links.schemas.ts'

/** Maximum number of device links that one user may open per hour; limits the size of the table `key_links`. */
const maxLinksPerHour = 20
const minutesPerHour = 60

const isUnexpired = gt(keyLinks.expiresAt, sql`now()`)
const isOwnUnexpiredLink = ({ actor }: SignedInContext, id: string) =>
  and(eq(keyLinks.id, id), eq(keyLinks.userId, actor.id), isUnexpired)

const { box, mac, name, answer, expiresAt } = keyLinks
const linkColumns = { box, mac, name, answer, expiresAt }

/** Opens a link between two devices for two minutes. Fails with `keys_moved` when the user has not published keys. */
export async function openDeviceLink(context: SignedInContext, deviceName: string, link: LinkBody) {
  const { actor } = context
  if (!(await findKeyGenerations(context.db, actor.id)).published) throw conflict('keys_moved')
  await limitAttempts(context, {
    key: hashRateLimitKey('key links', String(actor.id)),
    most: maxLinksPerHour,
    minutes: minutesPerHour,
  })
  return context.transaction(async ({ db }) => {
    const [created] = await db
      .insert(keyLinks)
      .values({ ...link, userId: actor.id, name: deviceName, expiresAt: sql`now() + interval '2 minutes'` })
      .onConflictDoNothing()
      .returning(linkColumns)
    if (!created) throw conflict()
    return created
  })
}

/** Returns a device link of the caller; rejects with 404 if the link has expired or belongs to another user. */
export async function readDeviceLink(context: SignedInContext, id: string) {
  const [link] = await context.db.select(linkColumns).from(keyLinks).where(isOwnUnexpiredLink(context, id))
  if (!link) throw notFound()
  return link
}

/** Stores the old device's answer to a device link. A link takes one answer only; a second attempt gets 404. */
export async function answerDeviceLink(
  context: SignedInContext,
  id: string,
  encryptedAnswer: string,
): Promise<void> {
  await context.transaction(async tx => {
    const { rowCount } = await tx.db
      .update(keyLinks)
      .set({ answer: encryptedAnswer })
      .where(and(isOwnUnexpiredLink(tx, id), isNull(answer)))
    if (rowCount === 0) throw notFound()
  })
}

export async function closeDeviceLink(context: SignedInContext, id: string): Promise<void> {
  await context.transaction(async tx => {
    await tx.db.delete(keyLinks).where(isOwnUnexpiredLink(tx, id))
  })
}
