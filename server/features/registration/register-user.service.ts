import { randomBytes } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { findViolatedUniqueConstraint } from '#server/db/errors/database-errors.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { badInput, conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { requireCountryOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import { storeRegistrationFieldValues } from '#server/features/custom-fields/person-fields.service.ts'
import { buildInvitationUrl } from '#server/features/invitations/invitations.service.ts'
import { redeemInvitation } from '#server/features/invitations/redeem-invitation.service.ts'
import { findUserIdsOfApplicationApprovers } from '#server/features/users/decisions/find-user-ids-of-application-approvers.service.ts'
import {
  encryptIdentityNumber,
  pickUserColumnsFromRegistrationForm,
  requireClubAcceptingMembers,
  requireMinimumAge,
} from '#server/features/users/person-data/person.service.ts'
import { createAccountToken } from '#server/identity/account-tokens.service.ts'
import { rejectCommonPassword } from '#server/identity/common-passwords.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import { enforceRateLimits, getIpNetwork, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { recordTermsAcceptance } from '#server/identity/terms.service.ts'
import { getCurrentLanguageToStoreInDatabase } from '#server/language.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { RegisterBody } from '#shared/contracts/registration/registration.schemas.ts'
import { normalizeTextForUniqueness } from '#shared/fields/id-and-email.ts'
import { fieldTexts } from '#texts/errors.ts'
import { sendJoinInvitation } from './join-by-link.service.ts'

interface Registrar {
  address: string
  /** Signed-in user who registers another person; undefined for a self-registration. */
  actorId?: number
}

/**
 * Derives a username from the email address and appends a suffix when the name is taken.
 * An advisory lock serializes concurrent registrations that derive the same name.
 */
async function deriveUsername(db: Db, email: string): Promise<string> {
  const base = normalizeTextForUniqueness(email.split('@')[0] ?? '').slice(0, 40)
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`username ${base}`}))`)
  const candidates = [base, ...Array.from({ length: 8 }, (_, index) => `${base}${index + 2}`)]
  const taken = await db
    .select({ username: users.username })
    .from(users)
    .where(inArray(users.username, candidates))
  const takenNames = new Set(taken.map(({ username }) => username))
  return candidates.find(name => !takenNames.has(name)) ?? `${base}-${randomBytes(4).toString('hex')}`
}

type Applicant = Pick<RegisterBody, 'email' | 'fullName'> & Partial<RegisterBody>
/** Sign-in method of the applicant. Google vouches for the email address; otherwise it is confirmed by email. */
type Credentials = { password: string } | { googleId: string } | { password: null }

/** Determines country and club of the applicant from the invitation, or without one from the form. */
async function resolveLocationOfApplicant(tx: Context, body: Applicant) {
  const { email, currentCountry = null, clubId = null, invitation } = body
  const formLocation = { currentCountry, clubId, invitationId: null, isAddressProved: false }
  const location = invitation
    ? await redeemInvitation(tx, invitation, { email, currentCountry, clubId })
    : formLocation
  await requireCountryOpenForRegistration(tx.db, location.currentCountry, 'currentCountry')
  await requireClubAcceptingMembers(tx.db, location)
  return location
}

/** Sends the join link by email, or returns it for the administrator when SMTP is not configured. */
async function mailJoinLink({ db, settings, secret }: Context, person: { id: number; email: string }) {
  if (settings.SMTP_URL) {
    await sendJoinInvitation(db, person)
    return null
  }
  return buildInvitationUrl({ settings, secret }, await createAccountToken(db, person, 'join_shown'))
}

/** Inserts the applicant. Returns the join link that the administrator must hand over, or null. */
async function insertApplicant(
  context: Context,
  body: Applicant,
  credentials: Credentials,
  actorId?: number,
): Promise<string | null> {
  const { email, fullName } = body
  const hasNoPassword = 'password' in credentials && credentials.password === null
  return context.transaction(async tx => {
    const { db, secret } = tx
    const username = body.username ?? (await deriveUsername(db, email))
    const { isAddressProved, ...location } = await resolveLocationOfApplicant(tx, body)
    const { currentCountry, clubId } = location
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
      // The language of the form is stored for emails, unless an administrator registers another person.
      language: actorId === undefined ? getCurrentLanguageToStoreInDatabase() : null,
      ...credentials,
      emailConfirmedAt: isConfirmed ? sql`now()` : null,
      // A person registered by an administrator accepts the terms when setting a password.
      ...(hasNoPassword && { agreedAt: null }),
      ...pickUserColumnsFromRegistrationForm(body),
      ...encryptIdentityNumber(secret, id, body.icNumber ?? null),
      ...location,
    })
    if (body.customFields) {
      await storeRegistrationFieldValues(tx, { id, currentCountry, clubId }, body.customFields)
    }
    await db.insert(userHistory).values({ userId: id, status: 'pending', currentCountry, clubId })
    const { terms, consent } = body
    if ('googleId' in credentials) await recordTermsAcceptance(db, id, { way: 'google', consented: false })
    else if (!hasNoPassword && terms)
      await recordTermsAcceptance(db, id, { way: 'application', consented: consent === true })
    await recordAuditEvent(tx, {
      kind: 'user.registered',
      actorId,
      target: { type: 'user', id, country: currentCountry },
      notify: {
        users: await findUserIdsOfApplicationApprovers(db, currentCountry),
        kind: 'user.registered',
        params: { userId: id },
      },
      touches: { topics: ['person'], to: { reach: { country: currentCountry, clubId } } },
    })
    if (hasNoPassword) return mailJoinLink(tx, { id, email })
    const token = isConfirmed ? undefined : await createAccountToken(db, { id, email }, 'confirm_email')
    const params = token ? { token } : undefined
    await queueMail(db, { to: [{ id, email }], kind: 'user.registered', params })
    return null
  })
}

async function limitRegistrations(context: Context, ipAddress: string): Promise<void> {
  const key = hashRateLimitKey('register', getIpNetwork(ipAddress))
  await enforceRateLimits(context, { key, ...context.settings.REGISTER_LIMIT })
}

/** Registers an applicant with name and email address from Google; other profile fields are entered afterwards. */
export async function registerWithGoogle(
  context: Context,
  { googleId, ...body }: { googleId: string; email: string; fullName: string },
  ipAddress: string,
): Promise<void> {
  await limitRegistrations(context, ipAddress)
  await insertApplicant(context, body, { googleId })
}

export async function registerUser(
  context: Context,
  body: RegisterBody,
  registrar: Registrar,
): Promise<string | null> {
  const plainPassword = body.password
  if (plainPassword !== undefined) rejectCommonPassword(plainPassword)
  else if (registrar.actorId === undefined) throw badInput({ password: fieldTexts.passwordMissing })
  requireMinimumAge(context.settings, body.icNumber)
  if (!body.invitation) {
    await requireClubAcceptingMembers(context.db, {
      clubId: body.clubId ?? null,
      currentCountry: body.currentCountry ?? null,
    })
  }
  await limitRegistrations(context, registrar.address)
  const password =
    plainPassword === undefined ? null : await hashingSemaphore.run(() => hashPassword(plainPassword))
  for (let attempt = 1; ; attempt++) {
    try {
      return await insertApplicant(context, body, { password }, registrar.actorId)
    } catch (error) {
      const constraint = findViolatedUniqueConstraint(error)
      const isDerivedUsername = constraint === 'users_username_unique' && !body.username
      if (isDerivedUsername && attempt < 5) continue
      // The response does not reveal whether email address, username or identity number is taken.
      throw constraint ? conflict('already_registered') : error
    }
  }
}
