import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { forbidden, unauthenticated } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import { requireCountryOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import { deleteFileRowAndContent, markUploadAsAttached } from '#server/features/files/files.service.ts'
import {
  encryptIdentityNumber,
  pickUserColumnsFromRegistrationForm,
  requireClubAcceptingMembers,
  requireMinimumAge,
} from '#server/features/users/person-data/person.service.ts'
import { readMaskedIdentityNumber } from '#server/features/users/person-data/read-identity-number.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import type { ProfileBody } from '#shared/contracts/profile/profile.schemas.ts'
import { getAgeFromBirthYear } from '#shared/ic-number.ts'
import { canEditOwnIdentityFields } from '#shared/policies.ts'

type Person = typeof users.$inferSelect

async function findRejectionReason(db: Db, userId: number): Promise<string | null> {
  const [last] = await db
    .select({ reason: userHistory.reason })
    .from(userHistory)
    .where(and(eq(userHistory.userId, userId), eq(userHistory.status, 'rejected')))
    .orderBy(desc(userHistory.id))
    .limit(1)
  return last?.reason ?? null
}

export async function readProfile(context: SignedInContext) {
  const { db, actor } = context
  const [found] = await db
    .select({ person: users, clubName: clubs.name })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(eq(users.id, actor.id))
  if (!found) throw unauthenticated()
  const { person, clubName } = found
  return {
    ...person,
    clubName,
    isEmailConfirmed: person.emailConfirmedAt !== null,
    icNumber: person.icEncrypted && readMaskedIdentityNumber(context, person.id, person.icEncrypted),
    age: person.birthYear === null ? null : getAgeFromBirthYear(person.birthYear),
    rejectionReason: person.status === 'rejected' ? await findRejectionReason(db, person.id) : null,
  }
}

/**
 * Lists who revealed the caller's identity number or phone number, from the audit log.
 * The audit log holds user ids; current names are joined when the list is read.
 */
export async function listUsersWhoViewedOwnIdentityOrPhoneNumber({ db, actor }: SignedInContext) {
  return db
    .select({
      by: users.fullName,
      role: users.role,
      isPhone: sql<boolean>`${auditEvents.kind} = 'user.phone_shown'`,
      createdAt: auditEvents.createdAt,
    })
    .from(auditEvents)
    .innerJoin(users, eq(users.id, auditEvents.actorId))
    .where(
      and(
        eq(auditEvents.targetType, 'user'),
        eq(auditEvents.targetId, String(actor.id)),
        inArray(auditEvents.kind, ['user.unmasked', 'user.phone_shown']),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(100)
}

/** Replaces the user's profile image and deletes the previous file. */
async function replaceProfileImage(tx: SignedInContext, person: Person, next: string | null) {
  const previous = person.profileImageId
  if (previous === next) return
  if (next) await markUploadAsAttached(tx, next, 'profile_image')
  await tx.db.update(users).set({ profileImageId: next }).where(eq(users.id, person.id))
  if (previous) await deleteFileRowAndContent(tx, previous)
}

/** Builds the profile columns name, identity number, country and club, which only an applicant may change. */
async function buildIdentityColumns(
  { db, secret, settings }: SignedInContext,
  person: Person,
  body: ProfileBody,
) {
  const { fullName, icNumber, currentCountry = person.currentCountry } = body
  const hasIdentityField = [fullName, icNumber, body.currentCountry, body.clubId].some(
    value => value !== undefined,
  )
  if (!hasIdentityField) return {}
  if (!canEditOwnIdentityFields(person)) throw forbidden('set_by_admin')
  requireMinimumAge(settings, icNumber)
  // When the user moves to another country, the club is cleared unless the request names a club.
  const isMoving = currentCountry !== person.currentCountry
  const clubId = body.clubId === undefined ? (isMoving ? null : person.clubId) : body.clubId
  if (isMoving) await requireCountryOpenForRegistration(db, currentCountry, 'currentCountry')
  if (isMoving || clubId !== person.clubId) await requireClubAcceptingMembers(db, { clubId, currentCountry })
  const encrypted = icNumber === undefined ? {} : encryptIdentityNumber(secret, person.id, icNumber)
  return { fullName, clubId, ...encrypted }
}

/** When a user moves, writes a user history entry and refreshes lists of the old club's or country's administrators. */
async function recordPlacementChange(tx: SignedInContext, before: Person, after: Person): Promise<void> {
  const { id: userId, status, currentCountry, clubId } = after
  if (currentCountry === before.currentCountry && clubId === before.clubId) return
  await tx.db.insert(userHistory).values({ userId, status, currentCountry, clubId, changedBy: userId })
  const to = { reach: { country: before.currentCountry, clubId: before.clubId } }
  await invalidateClientCache(tx, { topics: ['person'], to })
}

/**
 * Limits attempts to enter identity numbers, because the response for a taken number reveals that a person is a
 * member.
 */
async function limitIcNumberAttempts(context: SignedInContext): Promise<void> {
  await enforceRateLimits(context, {
    key: hashRateLimitKey('identity number', String(context.actor.id)),
    most: 5,
    minutes: 60,
  })
}

export async function updateProfile(context: SignedInContext, body: ProfileBody) {
  if (body.icNumber) await limitIcNumberAttempts(context)
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const [person] = await db.select().from(users).where(eq(users.id, actor.id))
    if (!person) throw unauthenticated()
    const columns = {
      ...pickUserColumnsFromRegistrationForm(body),
      ...(await buildIdentityColumns(tx, person, body)),
      updatedAt: sql`now()`,
    }
    const [after] = await db.update(users).set(columns).where(eq(users.id, person.id)).returning()
    if (!after) throw unauthenticated()
    await recordPlacementChange(tx, person, after)
    if (body.profileImageId !== undefined) await replaceProfileImage(tx, person, body.profileImageId)
    const changedFields = Object.entries(body).filter(([, value]) => value !== undefined)
    await recordAuditEvent(tx, {
      kind: 'profile.updated',
      target: { type: 'user', id: person.id, country: after.currentCountry },
      details: {
        fields: changedFields
          .map(([name]) => name)
          .sort()
          .join(' '),
      },
      touches: {
        topics: ['me', 'person'],
        to: { users: [person.id], reach: { country: after.currentCountry, clubId: after.clubId } },
      },
    })
  })
}
