import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { connectClient } from '#server/db/client.ts'
import { activities } from '#server/db/schema/activities.ts'
import { notifications } from '#server/db/schema/events.ts'
import { setUpApp } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'

const target = setUpApp()

async function tell(userId: number, kind: string, params: Record<string, number>): Promise<number> {
  const [row] = await target.database.db.insert(notifications).values({ userId, kind, params }).returning()
  return row?.id ?? 0
}

describe('notifications', () => {
  test('come newest first, with the name of whom or what they are about', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const applicant = await buildUser(db, { fullName: 'Siti Hajar' })
    const [plan] = await db.insert(activities).values({ title: 'Futsal' }).returning()
    await tell(me.user.id, 'user.registered', { userId: applicant.id })
    await tell(me.user.id, 'activity.created', { activityId: plan?.id ?? 0 })
    const club = await buildClub(db, { name: 'Kelab Lyon' })
    await tell(me.user.id, 'club.admin_changed', { clubId: club.id })
    await tell(me.user.id, 'user.registered', { userId: 999_999 })
    const list = (await me.call('GET', '/api/notifications')).json()
    const told = (one: { kind: string; subject: string | null; subjectId: number | null }) => [
      one.kind,
      one.subject,
      one.subjectId,
    ]
    expect(list.map(told)).toEqual([
      ['user.registered', null, null],
      ['club.admin_changed', 'Kelab Lyon', club.id],
      ['activity.created', 'Futsal', plan?.id],
      ['user.registered', 'Siti Hajar', applicant.id],
    ])
    expect(list[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  test('are marked read one by one or all together, and nobody else’s', async () => {
    const me = await target.asNew()
    const other = await target.asNew()
    const mine = [await tell(me.user.id, 'user.approved', {}), await tell(me.user.id, 'user.approved', {})]
    const theirs = await tell(other.user.id, 'user.approved', {})
    const unread = async (caller: typeof me) =>
      (await caller.call('GET', '/api/notifications/unread/count')).json().count
    expect((await me.call('POST', '/api/notifications/read', { ids: [mine[0], theirs] })).json()).toEqual({
      count: 1,
    })
    expect(await unread(other)).toBe(1)
    expect((await me.call('POST', '/api/notifications/read', {})).json()).toEqual({ count: 0 })
    expect((await me.call('POST', '/api/notifications/read', { ids: ['x'] })).statusCode).toBe(400)
  })

  test('come page by page, also only those that were not read', async () => {
    const me = await target.asNew()
    const other = await target.asNew()
    const ids = []
    for (let made = 0; made < 5; made++) ids.unshift(await tell(me.user.id, 'user.approved', {}))
    await tell(other.user.id, 'user.approved', {})
    const list = async (query: string) =>
      (await me.call('GET', `/api/notifications${query}`)).json().map(({ id }: { id: number }) => id)
    expect(await list('?limit=2')).toEqual(ids.slice(0, 2))
    expect(await list(`?limit=2&before=${ids[1]}`)).toEqual(ids.slice(2, 4))
    expect(await list(`?limit=2&before=${ids[3]}`)).toEqual(ids.slice(4))
    await me.call('POST', '/api/notifications/read', { ids: [ids[1], ids[3]] })
    expect(await list('?show=unread')).toEqual([ids[0], ids[2], ids[4]])
    expect(await list(`?show=unread&limit=1&before=${ids[1]}`)).toEqual([ids[2]])
  })

  test.each(['?limit=0', '?limit=51', '?before=x', '?before=0', '?show=read', '?lain=1'])(
    '%s is refused',
    async query => {
      const me = await target.asNew()
      expect((await me.call('GET', `/api/notifications${query}`)).statusCode).toBe(400)
    },
  )

  test('of a kind that another release wrote are passed over', async () => {
    const me = await target.asNew()
    await tell(me.user.id, 'user.approved', {})
    await target.database.db
      .insert(notifications)
      .values({ userId: me.user.id, kind: 'user.later', params: {} })
    const answer = await me.call('GET', '/api/notifications')
    expect(answer.json().map(({ kind }: { kind: string }) => kind)).toEqual(['user.approved'])
  })

  test('are read and announced together, or not at all', async () => {
    const me = await target.asNew()
    await tell(me.user.id, 'user.approved', {})
    const unread = async () => (await me.call('GET', '/api/notifications/unread/count')).json().count
    // Another instance, whose connections find this in the place of the real one: nothing can be announced there.
    const owner = await connectClient(target.database.superuserUrl)
    await owner.query(`create schema deaf; grant usage on schema deaf to public;
      create view deaf.notices as select * from public.notices where false with check option;
      grant all on deaf.notices to public`)
    await owner.end()
    const url = `${target.database.appUrl}&options=${encodeURIComponent('-c search_path=deaf,pg_catalog,public')}`
    const { settings, secret } = target.app.context
    const deaf = await createApp({ database: { url }, settings, secret, log: pino({ level: 'silent' }) })
    const read = (app: typeof deaf) =>
      app.inject({
        method: 'POST',
        url: '/api/notifications/read',
        headers: { cookie: me.cookie },
        payload: {},
      })
    expect((await read(deaf)).statusCode).toBe(500)
    expect(await unread()).toBe(1)
    expect((await read(target.app)).json()).toEqual({ count: 0 })
    await deaf.close()
  })
})
