import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { clubHistory, userHistory } from '#server/db/schema/history.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import type { Secret } from '#server/secret.ts'
import { parseIcNumber } from '#shared/ic-number.ts'
import { type DemoAccount, demoAccounts, demoPassword } from './accounts.ts'

const country = 'United Kingdom'

/** In one transaction and only into an empty database: a start killed half-way loads it again from nothing. */
export async function loadDemo(db: Db, secret: Secret): Promise<boolean> {
  const password = await hashPassword(demoPassword)
  return db.transaction(async tx => {
    await tx.execute(sql`lock table ${users} in exclusive mode`)
    const [existing] = await tx.select({ id: users.id }).from(users).limit(1)
    if (existing) return false
    const clubId = await createClub(tx)
    for (const account of demoAccounts) {
      await createAccount(tx, secret, { account, id: await reserveUserId(tx), clubId, password })
    }
    return true
  })
}

/** Known before the row is written, because the identity number is sealed for that row. */
async function reserveUserId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('users', 'id')) as id`,
  )
  return Number(rows[0]?.id)
}

async function createClub(db: Db): Promise<number> {
  const [club] = await db
    .insert(clubs)
    .values({ name: 'Kelab Perantau London', country, city: 'London', university: 'Imperial College London' })
    .returning({ id: clubs.id })
  if (!club) throw new Error('the demo club was not made')
  await db.insert(clubHistory).values({ clubId: club.id, isActive: true })
  return club.id
}

async function createAccount(
  db: Db,
  secret: Secret,
  { account, id, clubId, password }: { account: DemoAccount; id: number; clubId: number; password: string },
): Promise<void> {
  const ic = parseIcNumber(account.icNumber)
  if (!ic) throw new Error(`${account.icNumber} is not an identity number`)
  const { email, fullName, role, status } = account
  const place = { currentCountry: country, clubId } as const
  await db.insert(users).values({
    ...{ id, email, fullName, role, status, password, ...place },
    username: email.split('@')[0] as string,
    icEncrypted: secret.encrypt(ic.digits, `users:${id}:ic`),
    icHash: secret.hash(ic.digits),
    birthYear: ic.birthYear,
  })
  await db.insert(userHistory).values({ userId: id, status, ...place })
}
