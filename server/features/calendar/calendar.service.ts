import { and, asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { notFound } from '#server/errors.ts'
import { runInRecipientLanguage } from '#server/language.ts'
import type { Language } from '#shared/language/languages.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { buildIcsCalendarFileContent, type CalendarActivity, type CalendarInfo } from './ics.ts'

/** Writes a calendar file in the current language. Bilingual activities appear in their version of that language. */
const writeCalendarLanguageVersions = (
  found: Awaited<ReturnType<typeof selectActivitiesForCalendar>>,
  info: CalendarInfo,
) =>
  buildIcsCalendarFileContent(
    found.map(activity => putTranslationInReaderLanguageFirst(activity)),
    info,
  )

/** Number of past days whose activities a calendar feed contains. */
const backDays = 90
/** Maximum number of activities in a calendar feed. */
const maxActivities = 500

const { id, title, description, location, startDate, endDate, timeZone } = activities
const { language, secondLanguage, secondTitle, secondDescription } = activities
const { status, revision, createdAt, updatedAt } = activities

async function selectActivitiesForCalendar(
  { db, settings }: Context,
  userId: number,
  where: SQL | undefined,
) {
  const rows = await db
    .select({
      id,
      title,
      description,
      language,
      secondLanguage,
      secondTitle,
      secondDescription,
      location,
      startDate,
      endDate,
      timeZone,
      status,
      revision,
      createdAt,
      updatedAt,
      myStatus: activityParticipants.status,
    })
    .from(activities)
    .leftJoin(
      activityParticipants,
      and(eq(activityParticipants.activityId, id), eq(activityParticipants.userId, userId)),
    )
    .where(and(isNotNull(startDate), where))
    .orderBy(asc(startDate), asc(id))
    .limit(maxActivities)
  return rows.flatMap(({ id: activityId, startDate: start, ...row }) => {
    const url = `${settings.PUBLIC_URL}/activities/${activityId}`
    return start ? [{ ...row, startDate: start, uid: `activity-${activityId}`, url }] : []
  })
}

function buildCalendarInfo({ settings }: Context, name = settings.APP_NAME) {
  return { publicUrl: settings.PUBLIC_URL, name }
}

/** Writes one activity as a calendar file, with the participation status of the user `userId`. */
export async function buildActivityCalendarFile(
  context: Context,
  activityId: number,
  userId: number,
): Promise<string> {
  const found = await selectActivitiesForCalendar(context, userId, eq(id, activityId))
  if (found.length === 0) throw notFound()
  return writeCalendarLanguageVersions(found, buildCalendarInfo(context))
}

/**
 * Writes one activity as a calendar file for the public. The UID and URL in `names` must not contain the
 * internal activity id.
 */
export async function buildPublicActivityCalendarFile(
  context: Context,
  activityId: number,
  names: Pick<CalendarActivity, 'uid' | 'url'>,
): Promise<string> {
  const [found] = await selectActivitiesForCalendar(context, 0, eq(id, activityId))
  if (!found) throw notFound()
  return writeCalendarLanguageVersions([{ ...found, ...names }], buildCalendarInfo(context))
}

export interface FeedDetails {
  userId: number
  clubId: number | null
  clubName: string | null
  /** Language that the owner of the calendar feed chose, or null. */
  language: Language | null
  /** Version of the calendar feed, which changes with its content. */
  version: string
}

/**
 * Earliest time of activities in a calendar feed.
 * Constant during a day, so that an unchanged feed keeps its version.
 */
const sinceDays = sql.raw(`(date_trunc('day', now()) - interval '${backDays} days')`)

/**
 * Finds a calendar feed of an active user and computes its version with one query.
 * Thousands of calendar clients poll feeds every hour, and most get 304 from the version alone.
 */
export async function findCalendarFeed({ db, settings }: Context, feedId: string): Promise<FeedDetails> {
  const { rows } = await db.execute<FeedDetails & Record<string, unknown>>(sql`
    select f.user_id as "userId", f.club_id as "clubId", c.name as "clubName", u.language,
           md5(concat_ws('|', c.name, coalesce(u.language, ${settings.DEFAULT_LANGUAGE}), case when f.club_id is null then
             (select string_agg(a.id || ':' || a.revision || ':' || p.status, ',' order by a.id)
                from activity_participants p join activities a on a.id = p.activity_id
               where p.user_id = f.user_id and a.start_date > ${sinceDays})
           else
             (select string_agg(a.id || ':' || a.revision || ':' || coalesce(p.status, ''), ',' order by a.id)
                from activities a
                left join activity_participants p on p.activity_id = a.id and p.user_id = f.user_id
               where a.club_id = f.club_id and a.start_date > ${sinceDays})
           end)) as version
      from calendar_feeds f
      join users u on u.id = f.user_id and u.status = 'active' and u.erased_at is null
      left join clubs c on c.id = f.club_id
     where f.id = ${feedId}`)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Writes a calendar feed in its owner's language. The Accept-Language of calendar apps is unreliable. */
export async function buildCalendarFeedFile(
  context: Context,
  { userId, clubId, clubName, language }: FeedDetails,
): Promise<string> {
  const isInFeed = clubId === null ? isNotNull(activityParticipants.id) : eq(activities.clubId, clubId)
  const found = await selectActivitiesForCalendar(context, userId, and(isInFeed, gt(startDate, sinceDays)))
  return runInRecipientLanguage(context.settings, language, () =>
    writeCalendarLanguageVersions(found, buildCalendarInfo(context, clubName ?? undefined)),
  )
}
