import { randomBytes } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { violatedRule } from '#server/db/database-errors.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { badInput, conflict } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { joinLink } from '#server/features/invitations/invitations.service.ts'
import { takeInvitation } from '#server/features/invitations/take-invitation.service.ts'
import { findApprovers } from '#server/features/users/approvers.service.ts'
import {
  personColumns,
  refuseTooYoung,
  requireClubOf,
  sealIcNumber,
} from '#server/features/users/person.service.ts'
import { createToken } from '#server/identity/account-tokens.service.ts'
import { refuseCommonPassword } from '#server/identity/common-passwords.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import { addressBlock, limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { noteAcceptance } from '#server/identity/terms.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { RegisterBody } from '#shared/contracts/registration.ts'
import { fieldTexts } from '#shared/errors.ts'
import { foldText } from '#shared/fields.ts'
import { inviteToJoin } from './join.service.ts'

interface Registrar {
  address: string
  /** Somebody signed in who registers another person; their own session is left alone. */
  actorId?: number
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
type Credentials = { password: string } | { googleId: string } | { password: null }

/** Where they belong: by what they said, or by the invitation that they came with. */
async function placeOf(tx: Context, body: Applicant) {
  const { email, currentCountry = null, clubId = null, invitation } = body
  const place = { currentCountry, clubId, invitationId: null, isAddressProved: false }
  const invited = invitation ? await takeInvitation(tx, invitation, { email, currentCountry, clubId }) : place
  await requireClubOf(tx.db, invited)
  return invited
}

/** By mail; or, where none goes out, by a link that whoever entered them hands over. */
async function letThemJoin({ db, settings, secret }: Context, person: { id: number; email: string }) {
  if (settings.SMTP_URL) {
    await inviteToJoin(db, person)
    return null
  }
  return joinLink({ settings, secret }, await createToken(db, person, 'join_shown'))
}

/** Answers with the link to be handed over, where there is one. */
async function insertApplicant(
  context: Context,
  body: Applicant,
  credentials: Credentials,
  actorId?: number,
): Promise<string | null> {
  const { email, fullName } = body
  const isWaiting = 'password' in credentials && credentials.password === null
  return context.transaction(async tx => {
    const { db, secret } = tx
    const username = body.username ?? (await deriveUsername(db, email))
    const { isAddressProved, ...place } = await placeOf(tx, body)
    const { currentCountry, clubId } = place
    const isConfirmed = 'googleId' in credentials || isAddressProved
    const { rows } = await db.execute<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('users', 'id'))::int as id`,
    )
    const id = rows[0]?.id as number
    await db.insert(users).values({
      id,
      username,
      email,
      fullName,
      ...credentials,
      emailConfirmedAt: isConfirmed ? sql`now()` : null,
      // Whoever sets no password of their own has not accepted the terms either.
      ...(isWaiting && { agreedAt: null }),
      ...personColumns(body),
      ...sealIcNumber(secret, id, body.icNumber ?? null),
      ...place,
    })
    await db.insert(userHistory).values({ userId: id, status: 'pending', currentCountry, clubId })
    const { terms, consent } = body
    if ('googleId' in credentials) await noteAcceptance(db, id, { way: 'google', consented: false })
    else if (!isWaiting && terms)
      await noteAcceptance(db, id, { way: 'application', consented: consent === true })
    await recordEvent(tx, {
      kind: 'user.registered',
      actorId,
      target: { type: 'user', id, country: currentCountry },
      notify: {
        users: await findApprovers(db, currentCountry),
        kind: 'user.registered',
        params: { userId: id },
      },
      touches: { topics: ['person'], to: { reach: { country: currentCountry, clubId } } },
    })
    if (isWaiting) return letThemJoin(tx, { id, email })
    const token = isConfirmed ? undefined : await createToken(db, { id, email }, 'confirm_email')
    const params = token ? { token } : undefined
    await queueMail(db, { to: [{ id, email }], kind: 'user.registered', params })
    return null
  })
}

async function limitRegistrations(context: Context, address: string): Promise<void> {
  const key = limitKey('register', addressBlock(address))
  await limitAttempts(context, { key, ...context.settings.REGISTER_LIMIT })
}

/** By Google: name and address to begin with; the waiting screen asks for the rest. */
export async function registerByGoogle(
  context: Context,
  { googleId, ...body }: { googleId: string; email: string; fullName: string },
  address: string,
): Promise<void> {
  await limitRegistrations(context, address)
  await insertApplicant(context, body, { googleId })
}

export async function registerUser(
  context: Context,
  body: RegisterBody,
  registrar: Registrar,
): Promise<string | null> {
  const given = body.password
  if (given !== undefined) refuseCommonPassword(given)
  else if (registrar.actorId === undefined) throw badInput({ password: fieldTexts.passwordMissing })
  refuseTooYoung(context.settings, body.icNumber)
  if (!body.invitation) {
    await requireClubOf(context.db, {
      clubId: body.clubId ?? null,
      currentCountry: body.currentCountry ?? null,
    })
  }
  await limitRegistrations(context, registrar.address)
  const password = given === undefined ? null : await hashingSemaphore.run(() => hashPassword(given))
  for (let attempt = 1; ; attempt++) {
    try {
      return await insertApplicant(context, body, { password }, registrar.actorId)
    } catch (error) {
      const constraint = violatedRule(error)
      const isOurChoice = constraint === 'users_username_unique' && !body.username
      if (isOurChoice && attempt < 5) continue
      // One answer, whichever of the three it was.
      throw constraint ? conflict('already_registered') : error
    }
  }
}
