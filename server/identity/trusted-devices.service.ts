// Trusted devices: browsers that a user marked as trusted at sign-in.
// Sign-ins on a trusted device require no second factor for 30 days.
import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { trustedDevices } from '#server/db/schema/accounts.ts'
import { hashSessionToken } from '#server/sessions/sessions.service.ts'

export const trustedDays = 30

export async function trustDevice(db: Db, userId: number): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await db
    .insert(trustedDevices)
    .values({
      userId,
      token: hashSessionToken(token),
      expiresAt: sql`now() + make_interval(days => ${trustedDays})`,
    })
    .returning({ id: trustedDevices.id })
  if (!row) throw new Error('trustDevice: inserting the device returned no row')
  return { id: row.id, token }
}

/** Returns the id of the trusted device if its token belongs to the user and has not expired. */
export async function findTrustedDevice(
  db: Db,
  userId: number,
  token: string | undefined,
): Promise<number | undefined> {
  if (!token) return undefined
  const { id, expiresAt } = trustedDevices
  const [row] = await db
    .select({ id })
    .from(trustedDevices)
    .where(
      and(
        eq(trustedDevices.userId, userId),
        eq(trustedDevices.token, hashSessionToken(token)),
        gt(expiresAt, sql`now()`),
      ),
    )
  return row?.id
}

/** Removes all trusted devices of the user, so that sign-ins in every browser require the second factor again. */
export async function removeTrustedDevices(db: Db, userId: number): Promise<void> {
  await db.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
}
