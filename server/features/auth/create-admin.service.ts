import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { hashPassword } from '#server/identity/password.ts'
import { normalizeTextForUniqueness } from '#shared/fields/id-and-email.ts'

/** Creates an active system administrator, for a database in which no account can sign in yet. */
export async function createAdmin(
  db: Db,
  { email, fullName, password }: { email: string; fullName: string; password: string },
): Promise<number> {
  const hash = await hashPassword(password)
  return db.transaction(async tx => {
    const [user] = await tx
      .insert(users)
      .values({
        email,
        fullName,
        username: normalizeTextForUniqueness(email),
        password: hash,
        role: 'system_admin',
        status: 'active',
        // The administrator gets an approval date, because the dashboard counts new members by that date.
        approvedAt: sql`now()`,
      })
      .returning({ id: users.id })
    if (!user) throw new Error('createAdmin: inserting the user returned no row')
    await tx.insert(userHistory).values({ userId: user.id, status: 'active' })
    await recordAuditEvent(
      { db: tx },
      { kind: 'admin.created', target: { type: 'user', id: user.id, country: null } },
    )
    return user.id
  })
}
