// All code that copies, compares or deletes the data of a person must handle every person field.
// Each test finds the person fields that one operation leaves out, and compares them with a list of intended omissions.
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { activities } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { generateClubs } from '#server/demo/clubs.ts'
import { generateDemoUsersAndHistory } from '#server/demo/people.ts'
import { createSeededRandom } from '#server/demo/seeded-random.ts'
import { runDataExportJob } from '#server/features/my-data/data-exports.service.ts'
import {
  decryptIdentityNumber,
  encryptIdentityNumber,
} from '#server/features/users/person-data/person.service.ts'
import { runInLanguage } from '#server/language.ts'
import { buildTestServiceContext, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser, testPassword } from '#server/test/harness/factories.ts'
import { createImportApiClient } from '#server/test/imports/import-client.ts'
import { mergedFields } from '#shared/contracts/merging/merging.schemas.ts'
import { type PersonKey, personFields, personKeys } from '#shared/contracts/users/person-fields.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatIdentityNumber } from '#shared/ic-number.ts'
import { educationLevelLabels, roleLabels, userStatusLabels } from '#texts/labels.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

const target = setUpApp()
const { upload, readImport, listRows, apply } = createImportApiClient(target)

type Row = typeof users.$inferSelect
type PersonValues = Record<PersonKey, unknown>
const day = (text: string) => new Date(`${text}T04:00:00Z`)

/** Builds values of all person fields for a numbered person. No value occurs in two fields or for two persons. */
const buildValues = (n: number, clubId: number, currentCountry: string): PersonValues => ({
  membershipNumber: `${currentCountry === 'Japan' ? 'JP' : 'DE'}-2019-0${n}01`,
  fullName: `Nama Penuh Orang ${'abcdefghi'[n]?.repeat(3)}`,
  username: `pengguna.unik${n}`,
  email: `emel${n}@contoh.my`,
  icNumber: `9801${10 + n}-14-20${n}1`,
  phone: `+81 90-5555-12${n}3`,
  birthState: n % 2 ? 'Johor' : 'Kedah',
  role: 'member',
  status: 'active',
  currentCountry,
  clubId,
  socialMedia: [{ url: `https://fb.test/sosial${n}`, platform: 'Facebook' }],
  institution: `Institusi ${n}`,
  course: `Kursus ${n}`,
  educationLevel: n % 2 ? 'sarjana' : 'sarjana_muda',
  startYear: 2010 + n,
  endYear: 2020 + n,
  createdAt: day(`2021-03-1${n}`),
  approvedAt: day(`2021-04-1${n}`),
  updatedAt: day(`2021-05-1${n}`),
})

async function createPerson(n: number, currentCountry = 'Japan', overrides: Partial<PersonValues> = {}) {
  const { db } = target.database
  const club = await buildClub(db, { country: currentCountry as 'Japan', name: `Kelab Ke-${n}` })
  const values = { ...buildValues(n, club.id, currentCountry), ...overrides }
  const { icNumber, ...columns } = values
  const user = await buildUser(db, columns as Partial<Row>)
  await db
    .update(users)
    .set({
      ...encryptIdentityNumber(testSecret, user.id, icNumber as string | null),
      updatedAt: user.updatedAt,
    })
    .where(eq(users.id, user.id))
  return { values, user, club }
}

/** Reads all person fields of a user. The identity card number is decrypted. */
async function readPerson(id: number): Promise<PersonValues> {
  const [row] = (await target.database.db.select().from(users).where(eq(users.id, id))) as [Row]
  const icNumber =
    row.icEncrypted && formatIdentityNumber(decryptIdentityNumber(testSecret, id, row.icEncrypted))
  return Object.fromEntries(
    personKeys.map(key => [key, key === 'icNumber' ? icNumber : row[key]]),
  ) as PersonValues
}

const toText = (value: unknown) => JSON.stringify(value ?? null)
const listDifferingKeys = (a: PersonValues, b: PersonValues) =>
  personKeys.filter(key => toText(a[key]) !== toText(b[key]))

test('a member import maps, stores and compares every person field except those that an import may not set', async () => {
  const { db } = target.database
  const admin = await target.asNew({ role: 'hq_admin' })
  const known = await createPerson(1, 'Japan', { icNumber: null })
  const germanClub = await buildClub(db, { country: 'Germany', name: 'Kelab Tujuan' })
  const changed = { ...buildValues(2, germanClub.id, 'Germany'), email: known.values.email }
  const created = buildValues(3, known.club.id, 'Japan')
  const toCells = (values: PersonValues) =>
    personKeys.map(key => {
      if (key === 'clubId') return values.clubId === germanClub.id ? germanClub.name : known.club.name
      const value = values[key]
      return value instanceof Date ? value.toISOString() : String(value)
    })
  const headers = personKeys.map(
    key => personFields[key].importedFrom?.split(', ')[0] ?? personFieldLabels[key],
  )
  const sheet = [headers, toCells(changed), toCells(created)].map(cells => cells.join(';')).join('\n')

  const id = await upload(admin, sheet)
  const { columns } = await readImport(admin, id)
  expect(personKeys.filter((_, index) => columns[index] === null)).toEqual([
    'username',
    'role',
    'status',
    'socialMedia',
    'createdAt',
    'approvedAt',
    'updatedAt',
  ])
  expect(personKeys.filter((key, index) => columns[index] && columns[index] !== key)).toEqual([])

  const unmappedKeys = personKeys.filter((_, index) => columns[index] === null)
  const rows = await listRows(admin, id)
  const changes = rows[0]?.changes.map(({ key }) => key) ?? []
  expect(rows.map(({ kind }) => kind)).toEqual(['change', 'new'])
  // The import matched the row by its email address. An import never replaces the address and the membership number.
  const keptKeys: PersonKey[] = ['membershipNumber', 'email']
  const isUnchangedByImport = (key: PersonKey) => keptKeys.includes(key) || unmappedKeys.includes(key)
  expect(personKeys.filter(key => !changes.includes(key as never))).toEqual(
    personKeys.filter(isUnchangedByImport),
  )

  await apply(admin, id, true)
  const afterChange = await readPerson(known.user.id)
  expect(listDifferingKeys(afterChange, changed).filter(key => !isUnchangedByImport(key))).toEqual([])
  const [createdUser] = (await db
    .select()
    .from(users)
    .where(eq(users.email, String(created.email)))) as [Row]
  const stored = await readPerson(createdUser.id)
  expect(listDifferingKeys(stored, created).filter(key => !unmappedKeys.includes(key))).toEqual([])
})

test('merging two accounts of one person can take over every field of the removed account except sign-in, status and timestamps', async () => {
  const { db } = target.database
  const admin = await target.asNew({ role: 'hq_admin' })
  const [kept, gone] = [await createPerson(4), await createPerson(5, 'Germany')]
  for (const { user } of [kept, gone])
    await db.update(users).set({ password: null, agreedAt: null }).where(eq(users.id, user.id))
  const take = mergedFields.filter(field => field !== 'photograph')
  const response = await admin.call('POST', `/api/merging/${kept.user.id}/with/${gone.user.id}`, { take })
  expect(response.json()).toMatchObject({ outcome: 'merged' })
  const merged = await readPerson(kept.user.id)
  expect(listDifferingKeys(merged, gone.values)).toEqual([
    'username',
    'email',
    'createdAt',
    'approvedAt',
    'updatedAt',
  ])
})

test('the member export contains every person field except those shown only on the details page of a member', async () => {
  const admin = await target.asNew({ role: 'hq_admin', language: 'ms' })
  const { values, club } = await createPerson(6)
  const { body } = await admin.call('GET', `/api/users/export?format=csv&search=${values.email}`)
  const labels: Partial<PersonValues> = runInLanguage('ms', () => ({
    clubId: club.name,
    role: roleLabels.member,
    status: userStatusLabels.active,
    currentCountry: getCountryName('Japan'),
    educationLevel: educationLevelLabels.sarjana_muda,
  }))
  const cells = body.trim().split('\n').at(-1)?.split(/[,;]/) ?? []
  const isExported = (key: PersonKey) => {
    const value = labels[key] ?? values[key]
    return cells.includes(value instanceof Date ? value.toISOString().slice(0, 10) : String(value))
  }
  expect(personKeys.filter(key => !isExported(key))).toEqual([
    'username',
    'icNumber',
    'phone',
    'birthState',
    'socialMedia',
    'updatedAt',
  ])
})

test('the personal data download contains every person field', async () => {
  const { values, user, club } = await createPerson(7)
  const caller = await target.as(user)
  await caller.call('POST', '/api/account/data')
  const { download } = (await caller.call('GET', '/api/account/data')).json()
  await runDataExportJob(buildTestServiceContext(target.database.db, target.app.settings), download.id)
  const { rawPayload } = await caller.call('GET', `/api/account/data/${download.id}`)
  const zip = unzipSync(new Uint8Array(rawPayload))
  const [account] = JSON.parse(strFromU8(zip['data/akaun.json'] as Uint8Array))
  const isDownloaded = (key: PersonKey) => {
    if (key === 'clubId') return account.club === club.name
    const value = account[key]
    const expected = values[key]
    return expected instanceof Date ? +new Date(value) === +expected : toText(value) === toText(expected)
  }
  expect(personKeys.filter(key => !isDownloaded(key))).toEqual([])
})

test('an account erasure resets every person field except role and registration time, and redacts identifying values in free texts', async () => {
  const { db } = target.database
  const { values, user } = await createPerson(8)
  const activity = await buildActivity(db, {
    organizerId: user.id,
    description: personKeys.map(key => `${key}: ${toText(values[key])}`).join('\n'),
  })
  const caller = await target.as(user)
  const response = await caller.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(response.statusCode).toBe(204)
  const erased = await readPerson(user.id)
  expect(personKeys.filter(key => toText(erased[key]) === toText(values[key]))).toEqual(['role', 'createdAt'])
  const [text] = await db.select().from(activities).where(eq(activities.id, activity.id))
  const description = text?.description ?? ''
  expect(personKeys.filter(key => !description.includes(`${key}: ${toText(values[key])}`))).toEqual([
    'membershipNumber',
    'fullName',
    'email',
    'icNumber',
    'phone',
  ])
})

test('the demo data give every person field a value', () => {
  const random = createSeededRandom(1957)
  const now = day('2026-03-01')
  const people = generateDemoUsersAndHistory({
    random,
    now,
    clubs: generateClubs(random, now),
    secret: testSecret,
    password: 'hash',
  })
  const isFilledIn = (key: PersonKey) =>
    people.users.some(user => {
      const value = user[key === 'icNumber' ? 'icEncrypted' : key]
      return value !== null && value !== undefined && toText(value) !== '[]'
    })
  expect(personKeys.filter(key => !isFilledIn(key))).toEqual([])
})
