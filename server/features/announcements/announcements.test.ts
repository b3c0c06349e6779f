import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { announcementRecipients, announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox, notifications } from '#server/db/schema/events.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { buildTestServiceContext, type Caller, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, testPassword } from '#server/test/harness/factories.ts'
import { deliverAnnouncements } from './deliver-announcements.service.ts'

const webhookSecret = 'rahsia webhook untuk ujian 0123456789'
const target = setUpApp({ MAIL_WEBHOOK_SECRET: webhookSecret })
const getDatabase = () => target.database.db
const runAnnouncementDelivery = () => deliverAnnouncements(buildTestServiceContext(getDatabase()))
const content = { title: 'Pilihan raya', body: 'Salam.\n\nSila **daftar** sebelum Jumaat.' }

async function createAnnouncementDraft(by: Caller, overrides: object = {}): Promise<number> {
  const response = await by.call('POST', '/api/announcements', { ...content, ...overrides })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}
const sendAnnouncement = (by: Caller, id: number, body: object = {}) =>
  by.call('POST', `/api/announcements/${id}/send`, body)

async function sendAndDeliverAnnouncement(by: Caller, overrides: object = {}): Promise<number> {
  const id = await createAnnouncementDraft(by, overrides)
  expect((await sendAnnouncement(by, id)).statusCode).toBe(204)
  await runAnnouncementDelivery()
  return id
}

const listRecipientIds = async (id: number) =>
  (
    await getDatabase()
      .select({ id: announcementRecipients.userId })
      .from(announcementRecipients)
      .where(eq(announcementRecipients.announcementId, id))
  ).map(row => row.id)

/** Builds a test club with an administrator and a member. */
async function buildClubWithMembers(country: 'Japan' | 'France' = 'Japan') {
  const { id } = await buildClub(getDatabase(), { country })
  const placement = { clubId: id, currentCountry: country }
  return {
    id,
    runner: await target.asNew({ role: 'club_admin_ln', ...placement }),
    member: await target.asNew(placement),
  }
}

const listNotificationKinds = async (userId: number) => ({
  bell: (await getDatabase().select().from(notifications).where(eq(notifications.userId, userId))).map(
    row => row.kind,
  ),
  mail: (await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, userId))).map(
    row => row.kind,
  ),
})

describe('announcement of a club', () => {
  test('an announcement of a club reaches only its members, by notification, by mail and in the list', async () => {
    const [ownClub, otherClub] = [await buildClubWithMembers(), await buildClubWithMembers()]
    const id = await sendAndDeliverAnnouncement(ownClub.runner)
    expect((await listRecipientIds(id)).sort()).toEqual(
      [ownClub.runner.user.id, ownClub.member.user.id].sort(),
    )
    expect(await listNotificationKinds(ownClub.member.user.id)).toEqual({
      bell: ['announcement.sent'],
      mail: ['announcement.sent'],
    })
    expect(await listNotificationKinds(otherClub.member.user.id)).toEqual({ bell: [], mail: [] })
    const [item] = (await ownClub.member.call('GET', '/api/announcements')).json()
    expect(item).toMatchObject({
      id,
      title: content.title,
      excerpt: 'Salam. Sila daftar sebelum Jumaat.',
      readAt: null,
    })
    expect((await otherClub.member.call('GET', '/api/announcements')).json()).toEqual([])
    expect((await otherClub.member.call('GET', `/api/announcements/${id}`)).statusCode).toBe(404)
    expect((await otherClub.runner.call('GET', `/api/announcements/${id}`)).statusCode).toBe(404)
    const [first] = (await ownClub.member.call('GET', '/api/notifications')).json()
    expect(first).toMatchObject({ subject: content.title, subjectId: id })
    const { announcements: unread } = (await ownClub.member.call('GET', '/api/dashboard')).json()
    expect(unread.map((announcement: { id: number }) => announcement.id)).toEqual([id])
  })

  test('opening an announcement marks the announcement and its notification as read', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await sendAndDeliverAnnouncement(clubAdmin)
    expect((await member.call('POST', `/api/announcements/${id}/read`, {})).statusCode).toBe(204)
    expect((await member.call('GET', '/api/notifications/unread/count')).json()).toEqual({ count: 0 })
    const { announcements: unread, mine } = (await member.call('GET', '/api/dashboard')).json()
    expect([unread, mine.readAnnouncements]).toMatchObject([[], [{ id, title: content.title }]])
    const figures = (await clubAdmin.call('GET', `/api/announcements/${id}/figures`)).json()
    expect(figures).toMatchObject({ status: 'sent', recipients: 2, told: 2, read: 1, mails: { waiting: 2 } })
    expect((await member.call('GET', `/api/announcements/${id}/figures`)).statusCode).toBe(403)
  })

  test('announcements of a club can be managed by its country administrator and headquarters, not by administrators of other countries', async () => {
    const { runner: clubAdmin } = await buildClubWithMembers()
    const [same, other, hq] = [
      await target.asNew({ role: 'country_admin', currentCountry: 'Japan' }),
      await target.asNew({ role: 'country_admin', currentCountry: 'France' }),
      await target.asNew({ role: 'hq_admin' }),
    ]
    const id = await createAnnouncementDraft(clubAdmin)
    const changeAnnouncement = (by: Caller) => by.call('PUT', `/api/announcements/${id}`, content)
    expect((await changeAnnouncement(same)).statusCode).toBe(204)
    expect((await changeAnnouncement(hq)).statusCode).toBe(204)
    expect((await changeAnnouncement(other)).statusCode).toBe(404)
    expect((await other.call('GET', `/api/announcements/${id}/draft`)).statusCode).toBe(404)
    expect((await sendAnnouncement(other, id)).statusCode).toBe(404)
  })

  test('sending a club announcement refreshes the screens of the country administrators and is listed in their audit log', async () => {
    const { id: clubId, runner: clubAdmin } = await buildClubWithMembers('France')
    const admin = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const id = await sendAndDeliverAnnouncement(clubAdmin)
    const { rows } = await getDatabase().execute<{ kinds: string[] }>(sql`
      select array_agg(distinct signal->'to'->'reach'->>'country') as kinds from notices
       where signal->'to'->'reach'->>'clubId' = ${String(clubId)} and signal->'topics' ? 'announcements'`)
    expect(rows[0]?.kinds).toEqual(['France'])
    const auditEvents = (await admin.call('GET', '/api/audit')).json() as {
      kind: string
      target: { id: string } | null
    }[]
    const kinds = auditEvents.filter(event => event.target?.id === String(id)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['announcement.created', 'announcement.sent'])
  })

  test('an announcement does not reach imported users who have not accepted the terms', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    await getDatabase().update(users).set({ agreedAt: null }).where(eq(users.id, member.user.id))
    const { count } = (await clubAdmin.call('POST', '/api/announcements/audience', { audience: {} })).json()
    expect(count).toBe(1)
    expect(await listRecipientIds(await sendAndDeliverAnnouncement(clubAdmin))).toEqual([clubAdmin.user.id])
    expect(await listNotificationKinds(member.user.id)).toEqual({ bell: [], mail: [] })
  })
})

describe('sending an announcement', () => {
  test('ten concurrent send requests and several delivery jobs notify every recipient once', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await createAnnouncementDraft(clubAdmin)
    const codes = (await Promise.all(Array.from({ length: 10 }, () => sendAnnouncement(clubAdmin, id)))).map(
      r => r.statusCode,
    )
    expect(codes.sort()).toEqual([204, ...Array(9).fill(409)])
    await Promise.all([runAnnouncementDelivery(), runAnnouncementDelivery(), runAnnouncementDelivery()])
    await runAnnouncementDelivery()
    expect(await listNotificationKinds(member.user.id)).toEqual({
      bell: ['announcement.sent'],
      mail: ['announcement.sent'],
    })
  })

  test('a scheduled announcement is sent at its time, and not if the sender has lost the permission', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const [valid, revoked] = [
      await createAnnouncementDraft(clubAdmin),
      await createAnnouncementDraft(clubAdmin),
    ]
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect(
      (await sendAnnouncement(clubAdmin, valid, { at: new Date(Date.now() - 1).toISOString() })).statusCode,
    ).toBe(409)
    for (const id of [valid, revoked])
      expect((await sendAnnouncement(clubAdmin, id, { at })).statusCode).toBe(204)
    await runAnnouncementDelivery()
    expect(await listRecipientIds(valid)).toEqual([])
    const makeAnnouncementDue = (id: number) =>
      getDatabase().update(announcements).set({ sendAt: sql`now()` }).where(eq(announcements.id, id))
    await makeAnnouncementDue(valid)
    await runAnnouncementDelivery()
    expect(await listRecipientIds(valid)).toContain(member.user.id)
    await makeAnnouncementDue(revoked)
    await getDatabase().update(users).set({ role: 'member' }).where(eq(users.id, clubAdmin.user.id))
    await runAnnouncementDelivery()
    expect(await listRecipientIds(revoked)).toEqual([])
    const [row] = await getDatabase().select().from(announcements).where(eq(announcements.id, revoked))
    expect(row?.status).toBe('draft')
  })

  test('an announcement whose schedule is cancelled is a draft again, and a sent one cannot be unscheduled, changed or deleted', async () => {
    const { runner: clubAdmin } = await buildClubWithMembers()
    const id = await createAnnouncementDraft(clubAdmin)
    await sendAnnouncement(clubAdmin, id, { at: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await clubAdmin.call('PUT', `/api/announcements/${id}`, content)).statusCode).toBe(409)
    expect((await clubAdmin.call('POST', `/api/announcements/${id}/hold`, {})).statusCode).toBe(204)
    expect((await clubAdmin.call('POST', `/api/announcements/${id}/hold`, {})).statusCode).toBe(409)
    await sendAnnouncement(clubAdmin, id)
    await runAnnouncementDelivery()
    expect((await clubAdmin.call('POST', `/api/announcements/${id}/hold`, {})).statusCode).toBe(409)
    expect((await clubAdmin.call('PUT', `/api/announcements/${id}`, content)).statusCode).toBe(409)
    expect((await clubAdmin.call('DELETE', `/api/announcements/${id}`)).statusCode).toBe(409)
    const other = await createAnnouncementDraft(clubAdmin)
    expect((await clubAdmin.call('DELETE', `/api/announcements/${other}`)).statusCode).toBe(204)
    expect((await clubAdmin.call('DELETE', `/api/announcements/${other}`)).statusCode).toBe(404)
  })

  test('an announcement whose delivery fails does not block others and is delivered after a pause', async () => {
    const [first, second] = [await buildClubWithMembers(), await buildClubWithMembers()]
    const failing = await createAnnouncementDraft(first.runner)
    const owner = await openDedicatedConnection(target.database.superuserUrl)
    await owner.query(`
      create function refuse_one() returns trigger language plpgsql as $$ begin
        if new.announcement_id = ${failing} then raise 'refused'; end if; return new; end $$;
      create trigger refuse_one before insert on announcement_recipients
        for each row execute function refuse_one()`)
    expect((await sendAnnouncement(first.runner, failing)).statusCode).toBe(204)
    expect(
      (await sendAnnouncement(second.runner, await createAnnouncementDraft(second.runner))).statusCode,
    ).toBe(204)
    await expect(runAnnouncementDelivery()).rejects.toThrow()
    expect((await listNotificationKinds(second.member.user.id)).bell).toEqual(['announcement.sent'])
    expect((await listNotificationKinds(first.member.user.id)).bell).toEqual([])
    await owner.query('drop function refuse_one() cascade')
    // A failed delivery round is not retried within a minute.
    await runAnnouncementDelivery()
    expect((await listNotificationKinds(first.member.user.id)).bell).toEqual([])
    await owner.query(`update announcement_rounds set failed_at = failed_at - interval '1 minute'`)
    await owner.end()
    await runAnnouncementDelivery()
    expect((await listNotificationKinds(first.member.user.id)).bell).toEqual(['announcement.sent'])
  })

  test('sending an announcement that has no recipients returns the error announcement_nobody', async () => {
    const { runner: clubAdmin } = await buildClubWithMembers()
    const id = await createAnnouncementDraft(clubAdmin, { audience: { startYears: [1951] } })
    expect((await sendAnnouncement(clubAdmin, id)).json().code).toBe('announcement_nobody')
  })

  test('only headquarters can send urgent announcements, which reach users who muted announcements', async () => {
    const { runner: clubAdmin, member, id: clubId } = await buildClubWithMembers()
    expect(
      (await clubAdmin.call('POST', '/api/announcements', { ...content, isUrgent: true })).statusCode,
    ).toBe(403)
    const ownDraft = await createAnnouncementDraft(clubAdmin)
    expect(
      (await clubAdmin.call('PUT', `/api/announcements/${ownDraft}`, { ...content, isUrgent: true }))
        .statusCode,
    ).toBe(403)
    const muted = ['app:announcement.sent', 'mail:announcement.sent']
    await getDatabase().update(users).set({ muted }).where(eq(users.id, member.user.id))
    await sendAndDeliverAnnouncement(clubAdmin)
    expect(await listNotificationKinds(member.user.id)).toEqual({ bell: [], mail: [] })
    const hq = await target.asNew({ role: 'hq_admin' })
    await sendAndDeliverAnnouncement(hq, { isUrgent: true, audience: { clubIds: [clubId] } })
    expect(await listNotificationKinds(member.user.id)).toEqual({
      bell: ['announcement.urgent'],
      mail: ['announcement.urgent'],
    })
  })
})

test('an announcement to participants of an activity reaches non-members only when the sending club organizes the activity', async () => {
  const [ownClub, otherClub] = [await buildClubWithMembers(), await buildClubWithMembers('France')]
  const own = await buildActivity(getDatabase(), { clubId: ownClub.id })
  const other = await buildActivity(getDatabase(), { clubId: otherClub.id })
  for (const { id } of [own, other])
    for (const { user } of [ownClub.member, otherClub.member])
      await getDatabase().insert(activityParticipants).values({ activityId: id, userId: user.id })
  const toOwnParticipants = await sendAndDeliverAnnouncement(ownClub.runner, {
    audience: { activityId: own.id },
    activityId: own.id,
  })
  expect((await listRecipientIds(toOwnParticipants)).sort()).toEqual(
    [ownClub.member.user.id, otherClub.member.user.id].sort(),
  )
  const toOtherParticipants = await sendAndDeliverAnnouncement(ownClub.runner, {
    audience: { activityId: other.id },
  })
  expect(await listRecipientIds(toOtherParticipants)).toEqual([ownClub.member.user.id])
})

describe('sent announcement', () => {
  test('a sent announcement can be corrected by its managers and is marked as corrected', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await sendAndDeliverAnnouncement(clubAdmin)
    const correction = { title: 'Pilihan raya kelab', body: 'Hari **Sabtu**.' }
    expect((await member.call('PUT', `/api/announcements/${id}/correction`, correction)).statusCode).toBe(403)
    expect((await clubAdmin.call('PUT', `/api/announcements/${id}/correction`, correction)).statusCode).toBe(
      204,
    )
    const read = (await member.call('GET', `/api/announcements/${id}`)).json()
    expect(read).toMatchObject(correction)
    expect(read.correctedAt).not.toBeNull()
  })

  test('withdrawing an announcement also removes the notifications of inactive users', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await sendAndDeliverAnnouncement(clubAdmin)
    await getDatabase().update(users).set({ status: 'inactive' }).where(eq(users.id, member.user.id))
    await clubAdmin.call('POST', `/api/announcements/${id}/withdraw`, {})
    await runAnnouncementDelivery()
    expect(await listNotificationKinds(member.user.id)).toEqual({ bell: [], mail: [] })
  })

  test('sending an announcement returns the error poll_past when its poll ends before the send time', async () => {
    const { runner: clubAdmin } = await buildClubWithMembers()
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const poll = { text: 'Datang?', choices: ['Ya', 'Tidak'], isAnonymous: false, endsAt }
    const id = await createAnnouncementDraft(clubAdmin, { poll })
    const at = new Date(Date.now() + 7_200_000).toISOString()
    expect((await sendAnnouncement(clubAdmin, id, { at })).json().code).toBe('poll_past')
    expect((await sendAnnouncement(clubAdmin, id)).statusCode).toBe(204)
  })

  test('a withdrawn announcement disappears from lists, notifications and unsent mail', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await sendAndDeliverAnnouncement(clubAdmin)
    const withdrawAnnouncement = () => clubAdmin.call('POST', `/api/announcements/${id}/withdraw`, {})
    const codes = (await Promise.all([withdrawAnnouncement(), withdrawAnnouncement()]))
      .map(r => r.statusCode)
      .sort()
    expect(codes).toEqual([204, 409])
    expect((await member.call('GET', '/api/announcements')).json()).toEqual([])
    expect((await member.call('GET', `/api/announcements/${id}`)).statusCode).toBe(404)
    await runAnnouncementDelivery()
    expect(await listNotificationKinds(member.user.id)).toEqual({ bell: [], mail: [] })
  })

  test('withdrawing an announcement during its delivery stops the delivery and leaves no notification or mail behind', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await createAnnouncementDraft(clubAdmin)
    await sendAnnouncement(clubAdmin, id)
    const [response] = await Promise.all([
      clubAdmin.call('POST', `/api/announcements/${id}/withdraw`, {}),
      runAnnouncementDelivery(),
    ])
    expect(response.statusCode).toBe(204)
    await runAnnouncementDelivery()
    expect(await listNotificationKinds(member.user.id)).toEqual({ bell: [], mail: [] })
    const open = await getDatabase().select().from(announcementRounds).where(sql`finished_at is null`)
    expect(open).toEqual([])
  })

  test('a reminder of an announcement goes to recipients who have not read it, at most once a day', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await sendAndDeliverAnnouncement(clubAdmin)
    await clubAdmin.call('POST', `/api/announcements/${id}/read`, {})
    const remindRecipients = () => clubAdmin.call('POST', `/api/announcements/${id}/remind`, {})
    const codes = (await Promise.all([remindRecipients(), remindRecipients(), remindRecipients()]))
      .map(r => r.statusCode)
      .sort()
    expect(codes).toEqual([204, 409, 409])
    await runAnnouncementDelivery()
    expect((await listNotificationKinds(member.user.id)).bell).toEqual([
      'announcement.sent',
      'announcement.reminder',
    ])
    expect((await listNotificationKinds(clubAdmin.user.id)).bell).toEqual(['announcement.sent'])
  })
})

describe('poll of an announcement', () => {
  const poll = { text: 'Datang?', choices: ['Ya', 'Tidak', 'Mungkin'], isAnonymous: true, endsAt: null }

  test('a recipient of an announcement has one poll answer, which can be changed until the poll ends', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const id = await sendAndDeliverAnnouncement(clubAdmin, { poll })
    const answerPoll = (by: Caller, value: unknown) =>
      by.call('PUT', `/api/announcements/${id}/answer`, { answer: value })
    const readPollResults = async (by: Caller) =>
      (await by.call('GET', `/api/announcements/${id}`)).json().poll
    expect((await readPollResults(member)).results).toBeNull()
    await Promise.all([answerPoll(member, 0), answerPoll(member, 0), answerPoll(member, 1)])
    expect((await answerPoll(member, 2)).statusCode).toBe(204)
    expect(await readPollResults(member)).toMatchObject({
      myAnswer: 2,
      results: [
        { choice: 'Ya', count: 0 },
        { choice: 'Tidak', count: 0 },
        { choice: 'Mungkin', count: 1 },
      ],
    })
    expect((await answerPoll(member, 3)).statusCode).toBe(404)
    expect((await answerPoll(member, -1)).statusCode).toBe(400)
    expect((await answerPoll(await target.asNew(), 0)).statusCode).toBe(404)
    expect((await clubAdmin.call('GET', `/api/announcements/${id}/figures`)).json().answered).toBe(1)
    await getDatabase()
      .update(announcements)
      .set({ poll: { ...poll, endsAt: new Date().toISOString() } })
      .where(eq(announcements.id, id))
    expect((await answerPoll(member, 0)).json().code).toBe('poll_over')
    expect((await readPollResults(clubAdmin)).results[2].count).toBe(1)
  })

  test('managers of an announcement see who answered its poll, unless the poll is anonymous', async () => {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    const [open, anonymous] = [
      await sendAndDeliverAnnouncement(clubAdmin, { poll: { ...poll, isAnonymous: false } }),
      await sendAndDeliverAnnouncement(clubAdmin, { poll }),
    ]
    for (const id of [open, anonymous])
      expect((await member.call('PUT', `/api/announcements/${id}/answer`, { answer: 1 })).statusCode).toBe(
        204,
      )
    const requestPollAnswers = (by: Caller, id: number) => by.call('GET', `/api/announcements/${id}/answers`)
    expect((await requestPollAnswers(clubAdmin, open)).json()).toMatchObject([
      { userId: member.user.id, answer: 1 },
    ])
    expect((await requestPollAnswers(clubAdmin, anonymous)).statusCode).toBe(404)
    expect((await requestPollAnswers(member, open)).statusCode).toBe(403)
    expect((await requestPollAnswers((await buildClubWithMembers()).runner, open)).statusCode).toBe(404)
  })

  test('the poll of an announcement needs two to six different choices', async () => {
    const { runner: clubAdmin } = await buildClubWithMembers()
    for (const choices of [['Ya'], ['Ya', 'Ya'], ['1', '2', '3', '4', '5', '6', '7']]) {
      const answer = await clubAdmin.call('POST', '/api/announcements', {
        ...content,
        poll: { ...poll, choices },
      })
      expect(answer.statusCode).toBe(400)
    }
  })
})

test('files of an announcement can be downloaded only by its managers and recipients', async () => {
  const { runner: clubAdmin, member } = await buildClubWithMembers()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const buildMultipartForm = (boundary: string) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      png,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
  const stored = await target.app.inject({
    method: 'POST',
    url: '/api/files?kind=announcement_image',
    headers: {
      cookie: clubAdmin.cookie,
      origin: 'http://perantau.test',
      'content-type': 'multipart/form-data; boundary=x',
    },
    payload: buildMultipartForm('x'),
  })
  const { id: imageId } = stored.json()
  const id = await createAnnouncementDraft(clubAdmin, { imageId })
  const downloadAttachment = (by: Caller) => by.call('GET', `/api/files/${imageId}`)
  expect((await downloadAttachment(clubAdmin)).statusCode).toBe(200)
  expect((await downloadAttachment(member)).statusCode).toBe(404)
  await sendAnnouncement(clubAdmin, id)
  await runAnnouncementDelivery()
  expect((await downloadAttachment(member)).statusCode).toBe(200)
  expect((await downloadAttachment(await target.asNew())).statusCode).toBe(404)
})

describe('unsubscribe and bounces', () => {
  async function buildMailedMember() {
    const { runner: clubAdmin, member } = await buildClubWithMembers()
    await sendAndDeliverAnnouncement(clubAdmin)
    const [mail] = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, member.user.id))
    return { runner: clubAdmin, member, mail: mail as typeof mailOutbox.$inferSelect }
  }
  const postUnsubscribe = (token: string, headers: Record<string, string> = {}) =>
    target.app.inject({
      method: 'POST',
      url: `/api/unsubscribe/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'List-Unsubscribe=One-Click',
    })

  test('the one-click unsubscribe link in mails works from any origin and can be used repeatedly', async () => {
    const { runner: clubAdmin, member, mail } = await buildMailedMember()
    const token = createSignedLinkToken(testSecret, `mail-${mail.id}`)
    for (const origin of ['null', 'https://mail.example'])
      expect((await postUnsubscribe(token, { origin, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(204)
    await sendAndDeliverAnnouncement(clubAdmin)
    expect((await listNotificationKinds(member.user.id)).mail).toEqual(['announcement.sent'])
    expect((await listNotificationKinds(member.user.id)).bell).toHaveLength(2)
  })

  test('forged unsubscribe links return 400 and change nothing', async () => {
    const { member, mail } = await buildMailedMember()
    const good = createSignedLinkToken(testSecret, `mail-${mail.id}`)
    for (const token of [
      'x',
      `mail-${mail.id}_x`,
      good.replace(/.$/, '!'),
      createSignedLinkToken(testSecret, String(mail.id)),
    ])
      expect((await postUnsubscribe(token)).statusCode).toBe(400)
    const [user] = await getDatabase().select().from(users).where(eq(users.id, member.user.id))
    expect(user?.muted).toEqual([])
    // Only the unsubscribe endpoint accepts forms from other origins.
    const other = await target.app.inject({
      method: 'POST',
      url: '/api/notifications/read',
      headers: { cookie: member.cookie, origin: 'null' },
      payload: {},
    })
    expect(other.statusCode).toBe(403)
  })

  test('a signed bounce report marks the mail as bounced, and the email address gets no further announcements', async () => {
    const { runner: clubAdmin, member, mail } = await buildMailedMember()
    const postBounce = (body: object, { key = webhookSecret, at = Math.floor(Date.now() / 1000) } = {}) => {
      const payload = JSON.stringify(body)
      const signature = createHmac('sha256', key).update(`${at}.${payload}`).digest('hex')
      return target.app.inject({
        method: 'POST',
        url: '/api/outbox/bounces',
        headers: { 'content-type': 'application/json', 'x-timestamp': String(at), 'x-signature': signature },
        payload,
      })
    }
    const bounce = { messageId: `<${mail.messageId}@perantau.test>`, kind: 'bounce', code: '5.1.1' }
    expect((await postBounce(bounce, { key: 'lain' })).statusCode).toBe(401)
    expect((await postBounce(bounce, { at: 1 })).statusCode).toBe(401)
    expect((await postBounce({ ...bounce, kind: 'x' })).statusCode).toBe(400)
    expect((await postBounce({ ...bounce, messageId: '<tiada@perantau.test>' })).statusCode).toBe(204)
    for (let time = 0; time < 2; time++) expect((await postBounce(bounce)).statusCode).toBe(204)
    const [row] = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.id, mail.id))
    expect(row).toMatchObject({ status: 'bounced', lastError: 'bounce 5.1.1' })
    await sendAndDeliverAnnouncement(clubAdmin)
    expect((await listNotificationKinds(member.user.id)).mail).toEqual(['announcement.sent'])
    expect((await listNotificationKinds(clubAdmin.user.id)).mail).toHaveLength(2)
  })
})

test('an erased user is removed from the recipients of announcements', async () => {
  const { runner: clubAdmin, member } = await buildClubWithMembers()
  const id = await sendAndDeliverAnnouncement(clubAdmin)
  const erased = await member.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(erased.statusCode).toBe(204)
  expect(await listRecipientIds(id)).toEqual([clubAdmin.user.id])
})

test('after concurrent edits of an announcement draft, title and body come from the same edit', async () => {
  const { runner: clubAdmin } = await buildClubWithMembers()
  const id = await createAnnouncementDraft(clubAdmin)
  const titles = ['Satu', 'Dua', 'Tiga', 'Empat']
  const codes = await Promise.all(
    titles.map(title => clubAdmin.call('PUT', `/api/announcements/${id}`, { title, body: title })),
  )
  expect(codes.map(r => r.statusCode)).toEqual(Array(4).fill(204))
  const { title, body } = (await clubAdmin.call('GET', `/api/announcements/${id}/draft`)).json()
  expect(title).toBe(body)
})

test('an announcement to 1200 users is delivered in batches, once to each', async () => {
  const { runner: clubAdmin, id: clubId } = await buildClubWithMembers()
  await getDatabase().execute(sql`
    insert into users (username, email, full_name, status, club_id, current_country)
      select 'hebah' || n, 'hebah' || n || '@contoh.my', 'Hebah ' || n, 'active', ${clubId}, 'Japan'
        from generate_series(1, 1200) n`)
  const id = await sendAndDeliverAnnouncement(clubAdmin)
  const { rows } = await getDatabase().execute(sql`
    select count(*)::int as bell, count(distinct user_id)::int as people,
      (select count(distinct user_id)::int from mail_outbox where announcement_id = ${id}) as mail
      from notifications where (params->>'announcementId')::int = ${id}`)
  expect(rows).toEqual([{ bell: 1202, people: 1202, mail: 1202 }])
  const [row] = await getDatabase().select().from(announcements).where(eq(announcements.id, id))
  expect(row).toMatchObject({ status: 'sent', recipientCount: 1202 })
})
