import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { buildActivity, buildClub, testPassword } from '#server/test/factories.ts'
import type { Question } from '#shared/contracts/questions.ts'

const target = setUpApp()
let club: Awaited<ReturnType<typeof buildClub>>
beforeAll(async () => {
  club = await buildClub(target.database.db)
})

const organizer = () => target.asNew({ role: 'club_secretary', clubId: club.id })
const ask = (overrides: Partial<Question> = {}): Question => ({
  id: randomUUID(),
  text: 'Alahan makanan?',
  isRequired: false,
  choices: [],
  ...overrides,
})
const menu = () => ask({ text: 'Menu', isRequired: true, choices: ['Ayam', 'Sayur'] })

async function planned(questions: Question[], overrides = {}) {
  return buildActivity(target.database.db, { clubId: club.id, questions, ...overrides })
}
const join = (caller: Caller, id: number, answers?: unknown) =>
  caller.call('POST', `/api/activities/${id}/join`, answers === undefined ? undefined : { answers })
const answer = (caller: Caller, id: number, answers: unknown) =>
  caller.call('PUT', `/api/activities/${id}/answers`, { answers })
const keptOf = async (id: number) =>
  (
    await target.database.db
      .select()
      .from(activityParticipants)
      .where(eq(activityParticipants.activityId, id))
      .orderBy(activityParticipants.id)
  ).map(row => row.answers)

test('asked by the organiser, answered by whoever joins, read by the organiser and in the export', async () => {
  const [me, member] = [await organizer(), await target.asNew({ fullName: 'Aiman Bin Ujian' })]
  const [first, second] = [menu(), ask()]
  const body = { title: 'Makan Malam', clubId: club.id, questions: [first, second] }
  const { id } = (await me.call('POST', '/api/activities', body)).json()
  expect((await member.call('GET', `/api/activities/${id}`)).json().questions).toEqual([first, second])
  // None, an empty one, one that is no choice: refused by the name of the question, and nobody has joined.
  for (const given of [undefined, {}, { [first.id]: ' ' }, { [first.id]: 'Ikan' }]) {
    const refused = await join(member, id, given)
    expect([given, refused.statusCode, Object.keys(refused.json().fields)]).toEqual([
      given,
      400,
      [`answers.${first.id}`],
    ])
  }
  expect(await keptOf(id)).toEqual([])
  const given = { [first.id]: 'Sayur', [second.id]: '  =kacang\ndan susu ' }
  expect((await join(member, id, given)).json()).toEqual({ status: 'registered', waitingPosition: null })
  const kept = { [first.id]: 'Sayur', [second.id]: '=kacang\ndan susu' }
  expect((await member.call('GET', `/api/activities/${id}`)).json().myAnswers).toEqual(kept)
  const [row] = (await me.call('GET', `/api/activities/${id}/participants`)).json()
  expect(row).toMatchObject({ fullName: 'Aiman Bin Ujian', answers: kept })
  const file = await me.call('GET', `/api/activities/${id}/participants/export?format=csv`)
  expect(file.body).toContain('Tarikh Menyertai,Menu,Alahan makanan?')
  expect(file.body).toMatch(/Sayur,"'=kacang\ndan susu"/)
  // What one told is nobody else's.
  const other = await target.asNew()
  expect((await other.call('GET', `/api/activities/${id}`)).body).not.toContain('kacang')
  expect((await other.call('GET', `/api/activities/${id}/participants`)).statusCode).toBe(403)
})

test('whoever joined answers anew while it is planned; nobody else answers', async () => {
  const question = menu()
  const { id } = await planned([question])
  const [member, stranger] = [await target.asNew(), await target.asNew()]
  await join(member, id, { [question.id]: 'Ayam' })
  expect((await answer(member, id, { [question.id]: 'Sayur' })).statusCode).toBe(204)
  expect((await answer(member, id, {})).statusCode).toBe(400)
  expect(await keptOf(id)).toEqual([{ [question.id]: 'Sayur' }])
  expect((await answer(stranger, id, { [question.id]: 'Ayam' })).statusCode).toBe(404)
  expect((await answer(stranger, 999_999, {})).statusCode).toBe(404)
  await target.database.db.update(activities).set({ status: 'ongoing' }).where(eq(activities.id, id))
  expect((await answer(member, id, { [question.id]: 'Ayam' })).json().code).toBe('not_planned')
})

test('a question that is withdrawn takes its answers along; answers to it are refused with a sentence', async () => {
  const me = await organizer()
  const [first, second] = [menu(), ask({ isRequired: true })]
  const { id, title } = await planned([first, second])
  const [early, late] = [await target.asNew(), await target.asNew()]
  await join(early, id, { [first.id]: 'Ayam', [second.id]: 'Tiada' })
  const changed = [ask({ ...second, text: 'Alahan?' })]
  const saved = await me.call('PUT', `/api/activities/${id}`, { title, questions: changed })
  expect(saved.statusCode).toBe(204)
  expect(await keptOf(id)).toEqual([{ [second.id]: 'Tiada' }])
  const refused = await join(late, id, { [first.id]: 'Ayam', [second.id]: 'Udang' })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'questions_changed'])
  // Changed while ten people join: all of them answered what was asked of them.
  const crowd = await Promise.all(Array.from({ length: 10 }, () => target.asNew()))
  const third = ask({ isRequired: true })
  const [saving, ...joins] = await Promise.all([
    me.call('PUT', `/api/activities/${id}`, { title, questions: [third] }),
    ...crowd.map(person => join(person, id, { [second.id]: 'Tiada' })),
  ])
  expect(saving.statusCode).toBe(204)
  expect(joins.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
  expect((await keptOf(id)).every(kept => Object.keys(kept).length === 0)).toBe(true)
})

test('what follows in a series is asked the same; once it has begun nobody is asked anything else', async () => {
  const me = await organizer()
  const question = menu()
  const body = {
    title: 'Kelas Memasak',
    clubId: club.id,
    questions: [question],
    startDate: '2032-03-01T10:00:00Z',
    repeat: { every: 'week', times: 3 },
  }
  const { id } = (await me.call('POST', '/api/activities', body)).json()
  const series = async () =>
    (await me.call('GET', `/api/activities?clubId=${club.id}&search=Kelas%20Memasak`)).json()
  expect((await series()).map((one: { questions: unknown }) => one.questions)).toEqual(
    Array(3).fill([question]),
  )
  const renamed = { ...question, text: 'Juadah' }
  const change = { title: body.title, questions: [renamed], scope: 'following' }
  expect((await me.call('PUT', `/api/activities/${id}`, change)).statusCode).toBe(204)
  expect((await series()).map((one: { questions: unknown }) => one.questions)).toEqual(
    Array(3).fill([renamed]),
  )
  await me.call('POST', `/api/activities/${id}/status`, { status: 'ongoing' })
  const late = await me.call('PUT', `/api/activities/${id}`, { title: body.title, questions: [] })
  expect([late.statusCode, late.json().code]).toEqual([409, 'activity_begun'])
  expect((await me.call('PUT', `/api/activities/${id}`, { title: body.title })).statusCode).toBe(204)
})

test('nonsense is refused, in questions and in answers', async () => {
  const me = await organizer()
  const member = await target.asNew()
  const same = ask()
  const wrong: unknown[] = [
    Array.from({ length: 6 }, () => ask()),
    [same, same],
    [ask({ text: '' })],
    [ask({ text: 'x'.repeat(201) })],
    [ask({ choices: ['satu'] })],
    [ask({ choices: ['satu', 'satu'] })],
    [ask({ choices: ['satu', ''] })],
    [ask({ choices: Array.from({ length: 11 }, (_, n) => `${n}`) })],
    [{ ...ask(), id: '1' }],
    [{ ...ask(), kind: 'x' }],
    'soalan',
  ]
  for (const questions of wrong) {
    const made = await me.call('POST', '/api/activities', { title: 'Salah', clubId: club.id, questions })
    expect([questions, made.statusCode]).toEqual([questions, 400])
  }
  const { id } = await planned([ask()])
  for (const answers of ['x', [], { x: 'y' }, { [randomUUID()]: 7 }, { [randomUUID()]: 'x'.repeat(1001) }]) {
    expect([answers, (await join(member, id, answers)).statusCode]).toEqual([answers, 400])
  }
})

test('whoever is erased takes their answers along, and their name out of what they asked', async () => {
  // A name that is also a word of the format they are kept in.
  const me = await target.asNew({
    role: 'club_secretary',
    clubId: club.id,
    fullName: 'Choices Text',
    username: 'true',
  })
  const question = ask({
    text: 'Kenal Choices Text?',
    isRequired: true,
    choices: ['Ya, Choices Text', 'Tidak'],
  })
  const made = await me.call('POST', '/api/activities', {
    title: 'Kenalan',
    clubId: club.id,
    questions: [question],
  })
  const { id } = made.json()
  const past = await planned([ask()], { status: 'completed' })
  const answers = { [past.questions[0]?.id ?? '']: 'alahan saya' }
  await target.database.db
    .insert(activityParticipants)
    .values({ activityId: past.id, userId: me.user.id, answers })
  const erased = await me.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(erased.statusCode).toBe(204)
  const [kept] = await target.database.db.select().from(activities).where(eq(activities.id, id))
  expect(kept?.questions).toEqual([
    { ...question, text: 'Kenal Bekas ahli?', choices: ['Ya, Bekas ahli', 'Tidak'] },
  ])
  expect(await keptOf(past.id)).toEqual([{}])
})

test('asked again whether one comes, as after an answer that was lost: what was said last is kept', async () => {
  const question = menu()
  const { id } = await planned([question])
  const member = await target.asNew()
  await join(member, id, { [question.id]: 'Ayam' })
  expect((await join(member, id, { [question.id]: 'Sayur' })).json().status).toBe('registered')
  expect(await keptOf(id)).toEqual([{ [question.id]: 'Sayur' }])
  expect((await join(member, id)).statusCode).toBe(200)
  expect((await join(member, id, { [question.id]: 'Ikan' })).statusCode).toBe(400)
  expect(await keptOf(id)).toEqual([{ [question.id]: 'Sayur' }])
  await target.database.db.update(activities).set({ status: 'ongoing' }).where(eq(activities.id, id))
  expect((await join(member, id, { [question.id]: 'Ayam' })).statusCode).toBe(200)
  expect(await keptOf(id)).toEqual([{ [question.id]: 'Sayur' }])
})

test('what a struck name made too long, or twice the same, is shown all the same', async () => {
  const choices = ['Bekas ahli', 'Bekas ahli', 'x'.repeat(150)]
  const { id } = await planned([ask({ text: 'Bekas ahli '.repeat(30), choices })])
  const member = await target.asNew()
  const shown = await member.call('GET', `/api/activities/${id}`)
  expect([shown.statusCode, shown.json().questions?.[0]?.choices]).toEqual([200, choices])
})
