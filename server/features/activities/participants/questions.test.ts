import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, testPassword } from '#server/test/harness/factories.ts'
import type { Question } from '#shared/contracts/activities/questions.schemas.ts'

const target = setUpApp()
let club: Awaited<ReturnType<typeof buildClub>>
beforeAll(async () => {
  club = await buildClub(target.database.db)
})

const createOrganizer = () => target.asNew({ role: 'club_secretary', clubId: club.id })
const buildQuestion = (overrides: Partial<Question> = {}): Question => ({
  id: randomUUID(),
  text: 'Alahan makanan?',
  isRequired: false,
  choices: [],
  ...overrides,
})
const buildMenuQuestion = () => buildQuestion({ text: 'Menu', isRequired: true, choices: ['Ayam', 'Sayur'] })

async function buildPlannedActivity(questions: Question[], overrides = {}) {
  return buildActivity(target.database.db, { clubId: club.id, questions, ...overrides })
}
const joinActivity = (caller: Caller, id: number, answers?: unknown) =>
  caller.call('POST', `/api/activities/${id}/join`, answers === undefined ? undefined : { answers })
const answerActivityQuestions = (caller: Caller, id: number, answers: unknown) =>
  caller.call('PUT', `/api/activities/${id}/answers`, { answers })
const readStoredAnswers = async (id: number) =>
  (
    await target.database.db
      .select()
      .from(activityParticipants)
      .where(eq(activityParticipants.activityId, id))
      .orderBy(activityParticipants.id)
  ).map(row => row.answers)

test('members answer the questions of an activity when they join, and only organizers and the export see the answers', async () => {
  const [me, member] = [await createOrganizer(), await target.asNew({ fullName: 'Aiman Bin Ujian' })]
  const [first, second] = [buildMenuQuestion(), buildQuestion()]
  const body = { title: 'Makan Malam', clubId: club.id, questions: [first, second] }
  const { id } = (await me.call('POST', '/api/activities', body)).json()
  expect((await member.call('GET', `/api/activities/${id}`)).json().questions).toEqual([first, second])
  // Joining with a missing, empty or unknown answer returns 400 for the question and does not add the member.
  for (const submitted of [undefined, {}, { [first.id]: ' ' }, { [first.id]: 'Ikan' }]) {
    const refused = await joinActivity(member, id, submitted)
    expect([submitted, refused.statusCode, Object.keys(refused.json().fields)]).toEqual([
      submitted,
      400,
      [`answers.${first.id}`],
    ])
  }
  expect(await readStoredAnswers(id)).toEqual([])
  const submitted = { [first.id]: 'Sayur', [second.id]: '  =kacang\ndan susu ' }
  expect((await joinActivity(member, id, submitted)).json()).toEqual({
    status: 'registered',
    waitingPosition: null,
  })
  const stored = { [first.id]: 'Sayur', [second.id]: '=kacang\ndan susu' }
  expect((await member.call('GET', `/api/activities/${id}`)).json().myAnswers).toEqual(stored)
  const [row] = (await me.call('GET', `/api/activities/${id}/participants`)).json()
  expect(row).toMatchObject({ fullName: 'Aiman Bin Ujian', answers: stored })
  const file = await me.call('GET', `/api/activities/${id}/participants/export?format=csv`)
  expect(file.body).toContain('Tarikh Menyertai,Menu,Alahan makanan?')
  expect(file.body).toMatch(/Sayur,"'=kacang\ndan susu"/)
  // Other members cannot see a participant's answers to the activity questions.
  const other = await target.asNew()
  expect((await other.call('GET', `/api/activities/${id}`)).body).not.toContain('kacang')
  expect((await other.call('GET', `/api/activities/${id}/participants`)).statusCode).toBe(403)
})

test('participants can change their answers to activity questions while the activity is planned, and non-participants get 404', async () => {
  const question = buildMenuQuestion()
  const { id } = await buildPlannedActivity([question])
  const [member, stranger] = [await target.asNew(), await target.asNew()]
  await joinActivity(member, id, { [question.id]: 'Ayam' })
  expect((await answerActivityQuestions(member, id, { [question.id]: 'Sayur' })).statusCode).toBe(204)
  expect((await answerActivityQuestions(member, id, {})).statusCode).toBe(400)
  expect(await readStoredAnswers(id)).toEqual([{ [question.id]: 'Sayur' }])
  expect((await answerActivityQuestions(stranger, id, { [question.id]: 'Ayam' })).statusCode).toBe(404)
  expect((await answerActivityQuestions(stranger, 999_999, {})).statusCode).toBe(404)
  await target.database.db.update(activities).set({ status: 'ongoing' }).where(eq(activities.id, id))
  expect((await answerActivityQuestions(member, id, { [question.id]: 'Ayam' })).json().code).toBe(
    'not_planned',
  )
})

test('removing a question of an activity deletes its answers, and new answers to the removed question return 409 questions_changed', async () => {
  const me = await createOrganizer()
  const [first, second] = [buildMenuQuestion(), buildQuestion({ isRequired: true })]
  const { id, title } = await buildPlannedActivity([first, second])
  const [early, late] = [await target.asNew(), await target.asNew()]
  await joinActivity(early, id, { [first.id]: 'Ayam', [second.id]: 'Tiada' })
  const changed = [buildQuestion({ ...second, text: 'Alahan?' })]
  const saved = await me.call('PUT', `/api/activities/${id}`, { title, questions: changed })
  expect(saved.statusCode).toBe(204)
  expect(await readStoredAnswers(id)).toEqual([{ [second.id]: 'Tiada' }])
  const refused = await joinActivity(late, id, { [first.id]: 'Ayam', [second.id]: 'Udang' })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'questions_changed'])
  // While ten members join, the questions change: no answer to a removed question remains.
  const crowd = await Promise.all(Array.from({ length: 10 }, () => target.asNew()))
  const third = buildQuestion({ isRequired: true })
  const [saving, ...joins] = await Promise.all([
    me.call('PUT', `/api/activities/${id}`, { title, questions: [third] }),
    ...crowd.map(person => joinActivity(person, id, { [second.id]: 'Tiada' })),
  ])
  expect(saving.statusCode).toBe(204)
  expect(joins.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
  expect((await readStoredAnswers(id)).every(stored => Object.keys(stored).length === 0)).toBe(true)
})

test('activities of a series share their questions, which cannot change after the activity has begun', async () => {
  const me = await createOrganizer()
  const question = buildMenuQuestion()
  const body = {
    title: 'Kelas Memasak',
    clubId: club.id,
    questions: [question],
    startDate: '2032-03-01T10:00:00Z',
    repeat: { every: 'week', times: 3 },
  }
  const { id } = (await me.call('POST', '/api/activities', body)).json()
  const listActivitiesOfSeries = async () =>
    (await me.call('GET', `/api/activities?clubId=${club.id}&search=Kelas%20Memasak`)).json()
  expect((await listActivitiesOfSeries()).map((one: { questions: unknown }) => one.questions)).toEqual(
    Array(3).fill([question]),
  )
  const renamed = { ...question, text: 'Juadah' }
  const change = { title: body.title, questions: [renamed], scope: 'following' }
  expect((await me.call('PUT', `/api/activities/${id}`, change)).statusCode).toBe(204)
  expect((await listActivitiesOfSeries()).map((one: { questions: unknown }) => one.questions)).toEqual(
    Array(3).fill([renamed]),
  )
  await me.call('POST', `/api/activities/${id}/status`, { status: 'ongoing' })
  const late = await me.call('PUT', `/api/activities/${id}`, { title: body.title, questions: [] })
  expect([late.statusCode, late.json().code]).toEqual([409, 'activity_begun'])
  expect((await me.call('PUT', `/api/activities/${id}`, { title: body.title })).statusCode).toBe(204)
})

test('malformed activity questions and malformed answers return 400', async () => {
  const me = await createOrganizer()
  const member = await target.asNew()
  const same = buildQuestion()
  const invalid: unknown[] = [
    Array.from({ length: 6 }, () => buildQuestion()),
    [same, same],
    [buildQuestion({ text: '' })],
    [buildQuestion({ text: 'x'.repeat(201) })],
    [buildQuestion({ choices: ['satu'] })],
    [buildQuestion({ choices: ['satu', 'satu'] })],
    [buildQuestion({ choices: ['satu', ''] })],
    [buildQuestion({ choices: Array.from({ length: 11 }, (_, n) => `${n}`) })],
    [{ ...buildQuestion(), id: '1' }],
    [{ ...buildQuestion(), kind: 'x' }],
    'soalan',
  ]
  for (const questions of invalid) {
    const made = await me.call('POST', '/api/activities', { title: 'Salah', clubId: club.id, questions })
    expect([questions, made.statusCode]).toEqual([questions, 400])
  }
  const { id } = await buildPlannedActivity([buildQuestion()])
  for (const answers of ['x', [], { x: 'y' }, { [randomUUID()]: 7 }, { [randomUUID()]: 'x'.repeat(1001) }]) {
    expect([answers, (await joinActivity(member, id, answers)).statusCode]).toEqual([answers, 400])
  }
})

test('erasing a user deletes the answers and redacts the name from questions the user wrote', async () => {
  // The name of the erased user consists of words that also occur as JSON keys and values.
  const me = await target.asNew({
    role: 'club_secretary',
    clubId: club.id,
    fullName: 'Choices Text',
    username: 'true',
  })
  const question = buildQuestion({
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
  const past = await buildPlannedActivity([buildQuestion()], { status: 'completed' })
  const answers = { [past.questions[0]?.id ?? '']: 'alahan saya' }
  await target.database.db
    .insert(activityParticipants)
    .values({ activityId: past.id, userId: me.user.id, answers })
  const erased = await me.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(erased.statusCode).toBe(204)
  const [kept] = await target.database.db.select().from(activities).where(eq(activities.id, id))
  expect(kept?.questions).toEqual([{ ...question, text: 'Kenal […]?', choices: ['Ya, […]', 'Tidak'] }])
  expect(await readStoredAnswers(past.id)).toEqual([{}])
})

test('a repeated request to join an activity replaces the answers to its questions while the activity is planned', async () => {
  const question = buildMenuQuestion()
  const { id } = await buildPlannedActivity([question])
  const member = await target.asNew()
  await joinActivity(member, id, { [question.id]: 'Ayam' })
  expect((await joinActivity(member, id, { [question.id]: 'Sayur' })).json().status).toBe('registered')
  expect(await readStoredAnswers(id)).toEqual([{ [question.id]: 'Sayur' }])
  expect((await joinActivity(member, id)).statusCode).toBe(200)
  expect((await joinActivity(member, id, { [question.id]: 'Ikan' })).statusCode).toBe(400)
  expect(await readStoredAnswers(id)).toEqual([{ [question.id]: 'Sayur' }])
  await target.database.db.update(activities).set({ status: 'ongoing' }).where(eq(activities.id, id))
  expect((await joinActivity(member, id, { [question.id]: 'Ayam' })).statusCode).toBe(200)
  expect(await readStoredAnswers(id)).toEqual([{ [question.id]: 'Sayur' }])
})

test('activity questions that became too long or duplicate when a name was redacted are still returned', async () => {
  const choices = ['[…]', '[…]', 'x'.repeat(150)]
  const { id } = await buildPlannedActivity([buildQuestion({ text: '[…] '.repeat(80), choices })])
  const member = await target.asNew()
  const shown = await member.call('GET', `/api/activities/${id}`)
  expect([shown.statusCode, shown.json().questions?.[0]?.choices]).toEqual([200, choices])
})
