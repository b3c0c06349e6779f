import { randomBytes } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { databaseCause } from '#server/db/database-errors.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import type { Settings } from '#server/env.ts'
import { badInput, conflict } from '#server/errors.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import { findApprovers } from '#server/features/users/approvers.service.ts'
import { personColumns, requireClubOf, sealIcNumber } from '#server/features/users/person.service.ts'
import type { Secret } from '#server/secret.ts'
import { foldText } from '#shared/contracts/fields.ts'
import type { RegisterBody } from '#shared/contracts/registration.ts'
import { createToken } from './account-tokens.service.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, inHashingTurn } from './password.ts'
import { addressBlock, limitAttempts, limitKey } from './rate-limit.service.ts'

interface Registrar {
  address: string
  /** Somebody signed in who registers another person; their own session is left alone. */
  actorId?: number
}

interface Parts {
  db: Db
  settings: Settings
  secret: Secret
}

export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) {
    throw badInput({ password: 'Kata laluan ini terlalu biasa. Sila pilih yang lain.' })
  }
}

/** From the address, with a suffix when it is taken; those who come together with the same one choose in turn. */
async function deriveUsername(db: Db, email: string): Promise<string> {
  const base = foldText(email.split('@')[0] ?? '').slice(0, 40)
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`username ${base}`}))`)
  const wanted = [base, ...Array.from({ length: 8 }, (_, index) => `${base}${index + 2}`)]
  const taken = await db
    .select({ username: users.username })
    .from(users)
    .where(inArray(users.username, wanted))
  const isTaken = new Set(taken.map(({ username }) => username))
  return wanted.find(name => !isTaken.has(name)) ?? `${base}-${randomBytes(4).toString('hex')}`
}

type Applicant = Pick<RegisterBody, 'email' | 'fullName'> & Partial<RegisterBody>
/** What they will sign in with. Google vouches for the address; otherwise it is confirmed by mail. */
type Credentials = { password: string } | { googleId: string }

async function insertApplicant(
  { db, settings, secret }: Parts,
  body: Applicant,
  credentials: Credentials,
  actorId?: number,
) {
  const { email, fullName, currentCountry = null, clubId = null } = body
  const isConfirmed = 'googleId' in credentials
  await db.transaction(async tx => {
    const username = body.username ?? (await deriveUsername(tx, email))
    await requireClubOf(tx, { clubId, currentCountry })
    const { rows } = await tx.execute<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('users', 'id'))::int as id`,
    )
    const id = rows[0]?.id as number
    await tx.insert(users).values({
      ...{ id, username, email, fullName, ...credentials },
      emailConfirmedAt: isConfirmed ? sql`now()` : null,
      ...personColumns(body),
      ...sealIcNumber(secret, id, body.icNumber ?? null),
    })
    await tx.insert(userHistory).values({ userId: id, status: 'pending', currentCountry, clubId })
    await recordEvent(tx, {
      kind: 'user.registered',
      actorId,
      target: { type: 'user', id, country: currentCountry },
      notify: {
        users: await findApprovers(tx, currentCountry),
        kind: 'user.registered',
        params: { userId: id },
      },
      refresh: { urls: ['/api/users', '/api/dashboard'], to: { reach: { country: currentCountry, clubId } } },
    })
    const token = isConfirmed ? undefined : await createToken(tx, { id, email }, 'confirm_email')
    const params = token ? { token } : undefined
    await queueMail(tx, settings, { to: [{ id, email }], kind: 'user.registered', params })
  })
}

/** Which unique constraint refused, if one did. */
function refusedBy(error: unknown): string | undefined {
  const cause = databaseCause(error) as { code?: string; constraint?: string } | undefined
  return cause?.code === '23505' ? cause.constraint : undefined
}

async function limitRegistrations({ db, settings }: Parts, address: string): Promise<void> {
  await limitAttempts(db, { key: limitKey('register', addressBlock(address)), ...settings.REGISTER_LIMIT })
}

/** By Google: name and address to begin with; the waiting screen asks for the rest. */
export async function registerByGoogle(
  parts: Parts,
  { googleId, ...body }: { googleId: string; email: string; fullName: string },
  address: string,
): Promise<void> {
  await limitRegistrations(parts, address)
  await insertApplicant(parts, body, { googleId })
}

export async function registerUser(parts: Parts, body: RegisterBody, registrar: Registrar): Promise<void> {
  refuseCommonPassword(body.password)
  await requireClubOf(parts.db, { clubId: body.clubId ?? null, currentCountry: body.currentCountry ?? null })
  await limitRegistrations(parts, registrar.address)
  const password = await inHashingTurn(() => hashPassword(body.password))
  for (let attempt = 1; ; attempt++) {
    try {
      return await insertApplicant(parts, body, { password }, registrar.actorId)
    } catch (error) {
      const constraint = refusedBy(error)
      const isOurChoice = constraint === 'users_username_unique' && !body.username
      if (isOurChoice && attempt < 5) continue
      // One answer, whichever of the three it was.
      throw constraint ? conflict('already_registered') : error
    }
  }
}
