import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { activityTitleColumns } from '#server/db/sql/versions.ts'
import { notFound } from '#server/errors.ts'
import { findOrCreateCardSigningKey, signCardToken } from '#server/features/cards/signing-keys.service.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import type { Actor } from '#shared/policies.ts'
import { formatIsoDateForReader, formatIsoDayInZone } from '#shared/time/format-day.ts'

const { activityId, userId, status, attendedAt } = activityParticipants

/** Maximum number of attended activities listed for a member; the personal data export lists all of them. */
const maxListed = 200

/** SQL condition: the actor attended, and the activity has begun (early check-ins do not count yet). */
const isAttendedBy = ({ id }: Actor) =>
  and(eq(userId, id), eq(status, 'attended'), inArray(activities.status, ['ongoing', 'completed']))

function selectAttendance({ db, actor }: SignedInContext, filter?: SQL) {
  return db
    .select({
      activityId,
      ...activityTitleColumns,
      startDate: activities.startDate,
      timeZone: activities.timeZone,
      location: activities.location,
      clubName: clubs.name,
      attendedAt,
      fullName: users.fullName,
      membershipNumber: users.membershipNumber,
    })
    .from(activityParticipants)
    .innerJoin(activities, eq(activities.id, activityId))
    .innerJoin(users, and(eq(users.id, userId), isNull(users.erasedAt)))
    .leftJoin(clubs, eq(clubs.id, activities.clubId))
    .where(and(isAttendedBy(actor), filter))
    .orderBy(desc(sql`coalesce(${activities.startDate}, ${attendedAt})`), desc(activityId))
    .$dynamic()
}

export async function listOwnAttendance(context: SignedInContext) {
  const rows = await selectAttendance(context).limit(maxListed)
  return rows.map(row => putTranslationInReaderLanguageFirst(row))
}

export async function readAttendanceCertificate(context: SignedInContext, id: number) {
  const [found] = await selectAttendance(context, eq(activityId, id))
  if (!found) throw notFound()
  const row = putTranslationInReaderLanguageFirst(found)
  const key = await findOrCreateCardSigningKey(context)
  const issuedAt = Math.floor((await readDatabaseClock(context.db)).getTime() / 1000) * 1000
  const when = row.startDate ?? row.attendedAt
  const day = when ? formatIsoDayInZone(when, row.timeZone) : ''
  const token = signCardToken(key, {
    kind: 'certificate',
    keyId: key.id,
    issuedAt,
    // Attendance certificates do not expire, because attendance is permanent.
    expiresAt: null,
    person: context.actor.id,
    about: id,
    words: {
      fullName: row.fullName,
      membershipNumber: row.membershipNumber ?? '',
      club: row.clubName ?? '',
      title: row.title,
      // The date on an attendance certificate is written as 2026-11-21, which readers of every language understand.
      day,
    },
  })
  return {
    ...row,
    day: formatIsoDateForReader(day),
    issuedAt: new Date(issuedAt),
    address: `${context.settings.PUBLIC_URL}/verify#${token}`,
  }
}
