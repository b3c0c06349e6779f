import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { forbidden, unauthenticated } from '#server/errors.ts'
import { recordEvent, touch } from '#server/events/events.service.ts'
import { attachFile, removeFile } from '#server/features/files/files.service.ts'
import {
  personColumns,
  refuseTooYoung,
  requireClubOf,
  sealIcNumber,
} from '#server/features/users/person.service.ts'
import { showIcNumber } from '#server/features/users/read-ic-number.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import type { ProfileBody } from '#shared/contracts/profile.ts'
import { ageOf } from '#shared/ic-number.ts'
import { setsOwnIdentity } from '#shared/policies.ts'

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

export async function readProfile(context: SignedIn) {
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
    icNumber: person.icEncrypted && showIcNumber(context, person.id, person.icEncrypted),
    age: person.birthYear === null ? null : ageOf(person.birthYear),
    rejectionReason: person.status === 'rejected' ? await findRejectionReason(db, person.id) : null,
  }
}

/** From the trail, which nobody can change; a name is looked up when it is read. */
export async function listUnmaskings({ db, actor }: SignedIn) {
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

/** The new photograph takes the place of the old one, which goes. */
async function changePhotograph(tx: SignedIn, person: Person, next: string | null) {
  const before = person.profileImageId
  if (before === next) return
  if (next) await attachFile(tx, next, 'profile_image')
  await tx.db.update(users).set({ profileImageId: next }).where(eq(users.id, person.id))
  if (before) await removeFile(tx, before)
}

/** Name, number, country and club: the applicant's own until somebody has approved them. */
async function identityColumns({ db, secret, settings }: SignedIn, person: Person, body: ProfileBody) {
  const { fullName, icNumber, currentCountry = person.currentCountry } = body
  const isGiven = [fullName, icNumber, body.currentCountry, body.clubId].some(value => value !== undefined)
  if (!isGiven) return {}
  if (!setsOwnIdentity(person)) throw forbidden('set_by_admin')
  refuseTooYoung(settings, icNumber)
  // A club does not come along to another country.
  const isMoving = currentCountry !== person.currentCountry
  const clubId = body.clubId === undefined ? (isMoving ? null : person.clubId) : body.clubId
  if (isMoving || clubId !== person.clubId) await requireClubOf(db, { clubId, currentCountry })
  const sealed = icNumber === undefined ? {} : sealIcNumber(secret, person.id, icNumber)
  return { fullName, clubId, ...sealed }
}

/** Kept for the figures of the past; and those who saw the applicant in the old place are told. */
async function recordMove(tx: SignedIn, before: Person, after: Person): Promise<void> {
  const { id: userId, status, currentCountry, clubId } = after
  if (currentCountry === before.currentCountry && clubId === before.clubId) return
  await tx.db.insert(userHistory).values({ userId, status, currentCountry, clubId, changedBy: userId })
  const to = { reach: { country: before.currentCountry, clubId: before.clubId } }
  await touch(tx, { topics: ['person'], to })
}

/** A number that is taken is refused; whoever tries many in a row is finding out who is a member. */
async function countNumberTried(context: SignedIn): Promise<void> {
  await limitAttempts(context, {
    key: limitKey('identity number', String(context.actor.id)),
    most: 5,
    minutes: 60,
  })
}

export async function updateProfile(context: SignedIn, body: ProfileBody) {
  if (body.icNumber) await countNumberTried(context)
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    const [person] = await db.select().from(users).where(eq(users.id, actor.id))
    if (!person) throw unauthenticated()
    const columns = {
      ...personColumns(body),
      ...(await identityColumns(tx, person, body)),
      updatedAt: sql`now()`,
    }
    const [after] = await db.update(users).set(columns).where(eq(users.id, person.id)).returning()
    if (!after) throw unauthenticated()
    await recordMove(tx, person, after)
    if (body.profileImageId !== undefined) await changePhotograph(tx, person, body.profileImageId)
    const given = Object.entries(body).filter(([, value]) => value !== undefined)
    await recordEvent(tx, {
      kind: 'profile.updated',
      target: { type: 'user', id: person.id, country: after.currentCountry },
      details: {
        fields: given
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
