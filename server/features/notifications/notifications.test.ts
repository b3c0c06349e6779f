import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { activities } from '#server/db/schema/activities.ts'
import { notifications } from '#server/db/schema/events.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'

const target = setUpApp()

async function insertNotification(
  userId: number,
  kind: string,
  params: Record<string, number>,
): Promise<number> {
  const [row] = await target.database.db.insert(notifications).values({ userId, kind, params }).returning()
  return row?.id ?? 0
}

describe('notifications', () => {
  test('the notification list is ordered newest first and shows the name of the user or record of each notification', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const applicant = await buildUser(db, { fullName: 'Siti Hajar' })
    const [activity] = await db.insert(activities).values({ title: 'Futsal' }).returning()
    await insertNotification(me.user.id, 'user.registered', { userId: applicant.id })
    await insertNotification(me.user.id, 'activity.created', { activityId: activity?.id ?? 0 })
    const club = await buildClub(db, { name: 'Kelab Lyon' })
    await insertNotification(me.user.id, 'club.admin_changed', { clubId: club.id })
    await insertNotification(me.user.id, 'user.registered', { userId: 999_999 })
    const list = (await me.call('GET', '/api/notifications')).json()
    const selectFields = (row: { kind: string; subject: string | null; subjectId: number | null }) => [
      row.kind,
      row.subject,
      row.subjectId,
    ]
    expect(list.map(selectFields)).toEqual([
      ['user.registered', null, null],
      ['club.admin_changed', 'Kelab Lyon', club.id],
      ['activity.created', 'Futsal', activity?.id],
      ['user.registered', 'Siti Hajar', applicant.id],
    ])
    expect(list[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  test('marking one or all notifications as read affects only notifications of the caller', async () => {
    const me = await target.asNew()
    const other = await target.asNew()
    const ownIds = [
      await insertNotification(me.user.id, 'user.approved', {}),
      await insertNotification(me.user.id, 'user.approved', {}),
    ]
    const foreignId = await insertNotification(other.user.id, 'user.approved', {})
    const countUnread = async (caller: typeof me) =>
      (await caller.call('GET', '/api/notifications/unread/count')).json().count
    expect(
      (await me.call('POST', '/api/notifications/read', { ids: [ownIds[0], foreignId] })).json(),
    ).toEqual({
      count: 1,
    })
    expect(await countUnread(other)).toBe(1)
    expect((await me.call('POST', '/api/notifications/read', {})).json()).toEqual({ count: 0 })
    expect((await me.call('POST', '/api/notifications/read', { ids: ['x'] })).statusCode).toBe(400)
  })

  test('the notification list is paged by id and can be limited to unread notifications', async () => {
    const me = await target.asNew()
    const other = await target.asNew()
    const ids = []
    for (let made = 0; made < 5; made++)
      ids.unshift(await insertNotification(me.user.id, 'user.approved', {}))
    await insertNotification(other.user.id, 'user.approved', {})
    const listNotifications = async (query: string) =>
      (await me.call('GET', `/api/notifications${query}`)).json().map(({ id }: { id: number }) => id)
    expect(await listNotifications('?limit=2')).toEqual(ids.slice(0, 2))
    expect(await listNotifications(`?limit=2&before=${ids[1]}`)).toEqual(ids.slice(2, 4))
    expect(await listNotifications(`?limit=2&before=${ids[3]}`)).toEqual(ids.slice(4))
    await me.call('POST', '/api/notifications/read', { ids: [ids[1], ids[3]] })
    expect(await listNotifications('?show=unread')).toEqual([ids[0], ids[2], ids[4]])
    expect(await listNotifications(`?show=unread&limit=1&before=${ids[1]}`)).toEqual([ids[2]])
  })

  test.each(['?limit=0', '?limit=51', '?before=x', '?before=0', '?show=read', '?lain=1'])(
    'GET /api/notifications%s returns 400',
    async query => {
      const me = await target.asNew()
      expect((await me.call('GET', `/api/notifications${query}`)).statusCode).toBe(400)
    },
  )

  test('notifications of a kind unknown to this release are omitted from the list', async () => {
    const me = await target.asNew()
    await insertNotification(me.user.id, 'user.approved', {})
    await target.database.db
      .insert(notifications)
      .values({ userId: me.user.id, kind: 'user.later', params: {} })
    const answer = await me.call('GET', '/api/notifications')
    expect(answer.json().map(({ kind }: { kind: string }) => kind)).toEqual(['user.approved'])
  })

  test('marking notifications as read is rolled back when the refresh event cannot be published', async () => {
    const me = await target.asNew()
    await insertNotification(me.user.id, 'user.approved', {})
    const countUnread = async () => (await me.call('GET', '/api/notifications/unread/count')).json().count
    // On this second server an empty view replaces the table `notices`, so publishing events fails.
    const owner = await openDedicatedConnection(target.database.superuserUrl)
    await owner.query(`create schema deaf; grant usage on schema deaf to public;
      create view deaf.notices as select * from public.notices where false with check option;
      grant all on deaf.notices to public`)
    await owner.end()
    const url = `${target.database.appUrl}&options=${encodeURIComponent('-c search_path=deaf,pg_catalog,public')}`
    const { settings, secret } = target.app.context
    const brokenApp = await createApp({ database: { url }, settings, secret, log: pino({ level: 'silent' }) })
    const markNotificationsRead = (app: typeof brokenApp) =>
      app.inject({
        method: 'POST',
        url: '/api/notifications/read',
        headers: { cookie: me.cookie },
        payload: {},
      })
    expect((await markNotificationsRead(brokenApp)).statusCode).toBe(500)
    expect(await countUnread()).toBe(1)
    expect((await markNotificationsRead(target.app)).json()).toEqual({ count: 0 })
    await brokenApp.close()
  })
})
