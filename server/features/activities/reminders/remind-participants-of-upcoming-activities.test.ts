import { and, eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox, notifications } from '#server/db/schema/events.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser } from '#server/test/harness/factories.ts'
import { remindParticipantsOfUpcomingActivities } from './remind-participants-of-upcoming-activities.service.ts'

const target = setUpApp()
const hour = 3_600_000
const formatTimeInHours = (hours: number) => new Date(Date.now() + hours * hour)
const runParticipantReminders = () =>
  remindParticipantsOfUpcomingActivities(buildTestServiceContext(target.database.db))

async function buildParticipantOfActivity(hours: number, joinedAgo = 100, overrides = {}) {
  const { db } = target.database
  const club = await buildClub(db)
  const activity = await buildActivity(db, {
    clubId: club.id,
    startDate: formatTimeInHours(hours),
    ...overrides,
  })
  const user = await buildUser(db)
  const createdAt = formatTimeInHours(-joinedAgo)
  await db.insert(activityParticipants).values({ activityId: activity.id, userId: user.id, createdAt })
  return { activity, user, club }
}

/** Lists the reminders of a user in the app (bell) and by mail. */
async function listReminders(userId: number) {
  const { db } = target.database
  const isReminder = 'activity.reminder%'
  const bell = await db
    .select({ kind: notifications.kind })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), like(notifications.kind, isReminder)))
    .orderBy(notifications.id)
  const mail = await db
    .select({ kind: mailOutbox.kind })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.userId, userId), like(mailOutbox.kind, isReminder)))
    .orderBy(mailOutbox.id)
  return { bell: bell.map(row => row.kind), mail: mail.map(row => row.kind) }
}
const buildKindsOfBothChannels = (...kinds: string[]) => ({ bell: kinds, mail: kinds })

test('participants get one reminder a day before the start and one an hour before, also with concurrent jobs', async () => {
  const { db } = target.database
  const { activity, user } = await buildParticipantOfActivity(24.5)
  await runParticipantReminders()
  expect(await listReminders(user.id)).toEqual(buildKindsOfBothChannels())
  const setActivityStartInHours = (hours: number) =>
    db.execute(sql`update activities set start_date = start_date - ${`${24.5 - hours} hours`}::interval
      where id = ${activity.id}`)
  await setActivityStartInHours(23.9)
  await Promise.all([runParticipantReminders(), runParticipantReminders(), runParticipantReminders()])
  await runParticipantReminders()
  expect(await listReminders(user.id)).toEqual(buildKindsOfBothChannels('activity.reminder_day'))
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
  expect(mail?.params).toMatchObject({ title: activity.title, timeZone: 'Asia/Kuala_Lumpur' })
  const soon = await buildParticipantOfActivity(0.9)
  await Promise.all([runParticipantReminders(), runParticipantReminders()])
  expect(await listReminders(soon.user.id)).toEqual(buildKindsOfBothChannels('activity.reminder_hour'))
})

test('no activity reminder goes to waiting or inactive users, users who joined on the last day, or participants of cancelled or begun activities', async () => {
  const { db } = target.database
  const waiting = await buildParticipantOfActivity(20)
  await db
    .update(activityParticipants)
    .set({ status: 'waiting' })
    .where(eq(activityParticipants.userId, waiting.user.id))
  const late = await buildParticipantOfActivity(20, 1)
  const off = await buildParticipantOfActivity(20, 100, { status: 'cancelled' })
  const gone = await buildParticipantOfActivity(20)
  await db.update(users).set({ status: 'inactive' }).where(eq(users.id, gone.user.id))
  const begun = await buildParticipantOfActivity(-0.1)
  await runParticipantReminders()
  for (const { user } of [waiting, late, off, gone, begun])
    expect(await listReminders(user.id)).toEqual(buildKindsOfBothChannels())
})

test('reminder preferences apply to app notifications and mails separately', async () => {
  const { db } = target.database
  const quiet = await buildParticipantOfActivity(20)
  const setMutedKinds = (...list: string[]) =>
    db.update(users).set({ muted: list }).where(eq(users.id, quiet.user.id))
  await setMutedKinds('mail:activity.reminder_day')
  await runParticipantReminders()
  expect(await listReminders(quiet.user.id)).toEqual({ bell: ['activity.reminder_day'], mail: [] })
  const silent = await buildParticipantOfActivity(20)
  await db
    .update(users)
    .set({ muted: ['app:activity.reminder_day'] })
    .where(eq(users.id, silent.user.id))
  await runParticipantReminders()
  expect(await listReminders(silent.user.id)).toEqual({ bell: [], mail: ['activity.reminder_day'] })
  const me = await target.as(silent.user)
  const set = { channel: 'mail', kind: 'activity.reminder_hour', isOn: false }
  expect((await me.call('PUT', '/api/account/preferences', set)).statusCode).toBe(204)
})

test('participants are reminded again when the start is moved, unless they learn of the change so late that it replaces the reminder', async () => {
  const { db } = target.database
  const { activity, user, club } = await buildParticipantOfActivity(23)
  const organizer = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
  await runParticipantReminders()
  const moveActivityStart = async (hours: number) =>
    organizer.call('PUT', `/api/activities/${activity.id}`, {
      title: activity.title,
      startDate: formatTimeInHours(hours).toISOString(),
    })
  expect((await moveActivityStart(72)).statusCode).toBe(204)
  await runParticipantReminders()
  expect(await listReminders(user.id)).toEqual(buildKindsOfBothChannels('activity.reminder_day'))
  await db.execute(
    sql`update activities set start_date = start_date - interval '49 hours' where id = ${activity.id}`,
  )
  await runParticipantReminders()
  expect(await listReminders(user.id)).toEqual(
    buildKindsOfBothChannels('activity.reminder_day', 'activity.reminder_day'),
  )
  // The start is moved to ten hours from now, so the change notification replaces the reminder.
  await moveActivityStart(10)
  await runParticipantReminders()
  expect((await listReminders(user.id)).bell).toHaveLength(2)
  await db.execute(sql`update activities set start_date = start_date where id = ${activity.id}`)
  await runParticipantReminders()
  expect((await listReminders(user.id)).bell).toHaveLength(2)
})

test('a failed reminder job continues after the last complete batch and reminds each participant once', async () => {
  const { db } = target.database
  const { activity } = await buildParticipantOfActivity(5)
  const people = 1200
  await db.execute(sql`
    insert into users (username, email, full_name, status)
      select 'ramai' || n, 'ramai' || n || '@contoh.my', 'Ramai ' || n, 'active' from generate_series(1, ${people}::int) n`)
  await db.execute(sql`
    insert into activity_participants (activity_id, user_id, created_at)
      select ${activity.id}, id, now() - interval '9 days' from users where username like 'ramai%'`)
  // A trigger fails the transaction of the second batch of five hundred.
  const owner = await openDedicatedConnection(target.database.ownerUrl)
  await owner.query(`
    create function stumble() returns trigger language plpgsql as $$ begin
      if (select count(*) from notifications where params->>'activityId' = '${activity.id}') > 600 then
        raise 'gone';
      end if;
      return null;
    end $$;
    create trigger stumble after insert on notifications for each statement execute function stumble()`)
  await expect(runParticipantReminders()).rejects.toThrow()
  const countReminders = async () => {
    const { rows } = await db.execute<{ people: number; bell: number; mail: number }>(sql`
      select count(distinct user_id)::int as people, count(*)::int as bell,
        (select count(*)::int from mail_outbox where params->>'activityId' = ${String(activity.id)}) as mail
        from notifications where params->>'activityId' = ${String(activity.id)}`)
    return rows[0]
  }
  expect(await countReminders()).toEqual({ people: 500, bell: 500, mail: 500 })
  await owner.query('drop trigger stumble on notifications')
  await owner.end()
  await runParticipantReminders()
  await runParticipantReminders()
  const all = people + 1
  expect(await countReminders()).toEqual({ people: all, bell: all, mail: all })
  await db.update(activities).set({ status: 'cancelled' }).where(eq(activities.id, activity.id))
})
