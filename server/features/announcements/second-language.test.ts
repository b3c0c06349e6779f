// Guarantee 54 of docs/guarantees.md: recipients read announcements in their language, if there is such a version.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities } from '#server/db/schema/activities.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { runInLanguage } from '#server/language.ts'
import { sendMail } from '#server/mail/send-mail.service.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { startSmtpServer } from '#server/test/fakes/smtp-server.ts'
import {
  buildTestServiceContext,
  buildTestSettings,
  type Caller,
  setUpApp,
} from '#server/test/harness/app.ts'
import { buildActivity, buildClub } from '#server/test/harness/factories.ts'
import { deliverAnnouncements } from './deliver-announcements.service.ts'

const target = setUpApp()
const getDatabase = () => target.database.db
const malay = { title: 'Pilihan raya kelab', body: 'Sila **daftar** sebelum Jumaat.' }
const english = { secondTitle: 'Club election', secondBody: 'Please **register** before Friday.' }
const bilingual = { ...malay, language: 'ms', secondLanguage: 'en', ...english }

async function buildMembers() {
  const { id: clubId } = await buildClub(getDatabase())
  const placement = { clubId, currentCountry: 'Japan' as const }
  return {
    author: await target.asNew({ role: 'club_admin_ln', language: 'ms', ...placement }),
    reader: await target.asNew({ language: 'en', ...placement }),
    malayReader: await target.asNew({ language: 'ms', ...placement }),
  }
}

async function createAnnouncement(by: Caller, body: object): Promise<number> {
  const response = await by.call('POST', '/api/announcements', body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

async function sendAnnouncement(by: Caller, body: object): Promise<number> {
  const id = await createAnnouncement(by, body)
  expect((await by.call('POST', `/api/announcements/${id}/send`, {})).statusCode).toBe(204)
  await runInLanguage('ms', () => deliverAnnouncements(buildTestServiceContext(getDatabase())))
  return id
}

const findAnnouncementRow = async (id: number) =>
  (await getDatabase().select().from(announcements).where(eq(announcements.id, id)))[0]

test('recipients of an announcement in two languages get the version in their language in lists, notifications and dashboard', async () => {
  const { author, reader, malayReader } = await buildMembers()
  const activity = await buildActivity(getDatabase(), {
    title: 'Mengundi',
    secondLanguage: 'en',
    secondTitle: 'Voting',
  })
  const id = await sendAnnouncement(author, { ...bilingual, activityId: activity.id })
  const readAllAnnouncementLists = async (by: Caller) => {
    const readJson = async (path: string) => (await by.call('GET', path)).json()
    const [item] = await readJson('/api/announcements')
    const [notification] = await readJson('/api/notifications')
    const { announcements: unread } = await readJson('/api/dashboard')
    const { activity: linked } = await readJson(`/api/announcements/${id}`)
    return [
      [item.language, item.title, item.excerpt],
      notification.subject,
      unread.map(({ title }: { title: string }) => title),
      linked.title,
    ]
  }
  expect(await readAllAnnouncementLists(reader)).toEqual([
    ['en', 'Club election', 'Please register before Friday.'],
    'Club election',
    ['Club election'],
    'Voting',
  ])
  expect(await readAllAnnouncementLists(malayReader)).toEqual([
    ['ms', malay.title, 'Sila daftar sebelum Jumaat.'],
    malay.title,
    [malay.title],
    'Mengundi',
  ])
  // The page of the announcement has both versions, from which the reader can choose.
  expect((await reader.call('GET', `/api/announcements/${id}`)).json()).toMatchObject(bilingual)
})

test('the mail of an announcement has the version in the language of its recipient, otherwise the original', async () => {
  const { url, received } = await startSmtpServer()
  const settings = buildTestSettings({ SMTP_URL: url, MAIL_FROM: 'Perantau <tiada@contoh.my>' })
  const transport = createMailTransport(settings)
  const readMailOfRecipient = async (announcementId: number, userId: number) => {
    const mails = await getDatabase()
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.announcementId, announcementId))
    const id = mails.find(mail => mail.userId === userId)?.id ?? 0
    await runInLanguage('ms', () =>
      sendMail({ ...buildTestServiceContext(getDatabase(), settings), transport }, id),
    )
    // The quoted-printable encoding of mails breaks long lines anywhere.
    return (received.at(-1) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  }
  const { author, reader, malayReader } = await buildMembers()
  const id = await sendAnnouncement(author, bilingual)
  const englishMail = await readMailOfRecipient(id, reader.user.id)
  expect(englishMail).toContain('Subject: Club election')
  expect(englishMail).toContain('<div lang="en">')
  expect(englishMail).not.toContain('daftar')
  expect(await readMailOfRecipient(id, malayReader.user.id)).toContain('Subject: Pilihan raya kelab')
  const original = await readMailOfRecipient(await sendAnnouncement(author, malay), reader.user.id)
  expect(original).toContain('Subject: Pilihan raya kelab')
  expect(original).toContain('<html lang="en">')
  expect(original).toContain('<div lang="ms">')
  transport?.close()
})

test('an announcement without a stated language is in the interface language of its author', async () => {
  const hq = await target.asNew({ role: 'hq_admin', language: 'en' })
  const id = await createAnnouncement(hq, malay)
  expect(await findAnnouncementRow(id)).toMatchObject({ language: 'en', secondLanguage: null })
  const { author } = await buildMembers()
  expect(await findAnnouncementRow(await createAnnouncement(author, malay))).toMatchObject({ language: 'ms' })
})

test('drafts and corrections of an announcement keep an omitted second-language text and remove it when its language is null', async () => {
  const { author, reader } = await buildMembers()
  const draft = await createAnnouncement(author, bilingual)
  const changeAnnouncement = (path: string, body: object) =>
    author.call('PUT', `/api/announcements/${path}`, body)
  expect((await changeAnnouncement(String(draft), malay)).statusCode).toBe(204)
  expect(await findAnnouncementRow(draft)).toMatchObject(bilingual)
  expect((await changeAnnouncement(String(draft), { ...malay, secondLanguage: null })).statusCode).toBe(204)
  const removed = { secondLanguage: null, secondTitle: null, secondBody: null }
  expect(await findAnnouncementRow(draft)).toMatchObject(removed)

  const sent = await sendAnnouncement(author, bilingual)
  const corrected = { ...bilingual, secondTitle: 'Club election on Friday' }
  expect((await changeAnnouncement(`${sent}/correction`, corrected)).statusCode).toBe(204)
  const readTitle = async () => (await reader.call('GET', '/api/announcements')).json()[0].title
  expect(await readTitle()).toBe('Club election on Friday')
  expect(
    (await changeAnnouncement(`${sent}/correction`, { ...malay, secondLanguage: null })).statusCode,
  ).toBe(204)
  expect(await findAnnouncementRow(sent)).toMatchObject(removed)
  expect(await readTitle()).toBe(malay.title)
})

test('an announcement with a second-language text that is incomplete or in the first language returns 400 and names the field', async () => {
  const { author } = await buildMembers()
  const cases: [field: string, body: object][] = [
    ['secondTitle', { ...bilingual, secondTitle: '  ' }],
    ['secondBody', { ...bilingual, secondBody: undefined }],
    ['secondTitle', { ...bilingual, secondTitle: 'x'.repeat(151) }],
    ['secondBody', { ...bilingual, secondBody: 'x'.repeat(8001) }],
    ['secondLanguage', { ...malay, ...english }],
    ['secondLanguage', { ...bilingual, secondLanguage: 'ms' }],
    ['secondLanguage', { ...bilingual, secondLanguage: 'fr' }],
    // The author writes Malay, so that the omitted language equals that of the second version.
    ['secondLanguage', { ...bilingual, language: undefined, secondLanguage: 'ms' }],
  ]
  const draft = await createAnnouncement(author, bilingual)
  for (const [field, body] of cases) {
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${draft}`],
    ] as const) {
      const response = await author.call(method, `/api/announcements${path}`, body)
      expect([field, response.statusCode]).toEqual([field, 400])
      expect(Object.keys(response.json().fields)).toContain(field)
    }
  }
  const changed = await author.call('PUT', `/api/announcements/${draft}`, { ...malay, language: 'en' })
  expect([changed.statusCode, Object.keys(changed.json().fields)]).toEqual([400, ['secondLanguage']])
  expect(await findAnnouncementRow(draft)).toMatchObject(bilingual)
})

test('after concurrent edits and removals, the second-language text of an announcement is complete or absent', async () => {
  const { author } = await buildMembers()
  const id = await createAnnouncement(author, bilingual)
  const edits = ['One', 'Two', 'Three'].flatMap(word => [
    { ...malay, language: 'ms', secondLanguage: 'en', secondTitle: word, secondBody: word },
    { ...malay, secondLanguage: null },
    // The request swaps the two language versions of the announcement.
    { title: word, body: word, language: 'en', secondLanguage: 'ms', secondTitle: word, secondBody: word },
  ])
  const codes = await Promise.all(
    edits.map(async edit => (await author.call('PUT', `/api/announcements/${id}`, edit)).statusCode),
  )
  expect(codes.every(code => code === 204 || code === 400)).toBe(true)
  const row = await findAnnouncementRow(id)
  expect(row?.secondTitle).toBe(row?.secondBody)
  expect(row?.secondLanguage === null).toBe(row?.secondTitle === null)
})

test('the database rejects a second-language text that is incomplete, without a language or in the first language', async () => {
  const { author } = await buildMembers()
  const activityTexts = { title: 'Malam Puisi', secondTitle: 'Poetry Night' }
  const store = {
    announcement: (second: object) =>
      getDatabase()
        .insert(announcements)
        .values({ authorId: author.user.id, ...malay, ...second }),
    activity: (second: object) =>
      getDatabase()
        .insert(activities)
        .values({ ...activityTexts, ...second }),
  }
  const second = { secondLanguage: 'en', ...english }
  await store.announcement(second)
  await store.activity({ secondLanguage: 'en' })
  const refused: [constraint: string, insert: Promise<unknown>][] = [
    ['announcements_second_version', store.announcement({ ...second, secondBody: null })],
    ['announcements_second_version', store.announcement({ ...second, secondTitle: '' })],
    ['announcements_second_version', store.announcement(english)],
    ['announcements_two_languages', store.announcement({ ...second, secondLanguage: 'ms' })],
    ['announcements_second_language', store.announcement({ ...second, secondLanguage: 'fr' })],
    ['activities_second_version', store.activity({})],
    ['activities_second_version', store.activity({ secondTitle: null, secondDescription: 'Read poems.' })],
    ['activities_two_languages', store.activity({ secondLanguage: 'ms' })],
  ]
  for (const [constraint, insert] of refused) {
    await expect(insert).rejects.toMatchObject({ cause: { constraint } })
  }
})
