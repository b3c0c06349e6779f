// Tests of custom fields as columns of imported member lists.
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { createImportApiClient } from '#server/test/imports/import-client.ts'
import { buildCustomFieldTarget } from '#shared/contracts/imports/import-targets.ts'

const target = setUpApp()
const { upload, readImport, listRows, readCells, correct, confirm, apply, undo, runJob } =
  createImportApiClient(target)
const db = () => target.database.db
let counter = 0
const uniqueName = () => `medan${++counter}x${process.pid}`

// A custom field of headquarters applies to all users, so a remaining one would affect the next tests.
afterEach(async () => {
  await db().delete(customFields)
})

async function createField(by: Caller, overrides: object): Promise<number> {
  const field = {
    ...{ country: null, clubId: null, kind: 'text', label: `Medan ${uniqueName()}`, help: '', section: '' },
    ...{ isRequired: false, visibleTo: 'both', editableBy: 'both', choices: [], ...overrides },
  }
  const response = await by.call('POST', '/api/custom-fields', field)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

/** Builds a club, its administrator and an approver of its country. */
async function buildManagers() {
  const club = await buildClub(db(), { country: 'Japan', name: `Kelab ${uniqueName()}` })
  return {
    club,
    hq: await target.asNew({ role: 'hq_admin' }),
    admin: await target.asNew({ role: 'club_admin_ln', clubId: club.id, currentCountry: 'Japan' }),
    approver: await target.asNew({ role: 'country_admin', currentCountry: 'Japan' }),
  }
}

const readValues = async (email: string) => {
  const rows = await db()
    .select({ fieldId: customFieldValues.fieldId, value: customFieldValues })
    .from(customFieldValues)
    .innerJoin(users, eq(users.id, customFieldValues.userId))
    .where(eq(users.email, email))
  return Object.fromEntries(
    rows.map(({ fieldId, value: row }) => [
      fieldId,
      row.textValue ?? row.numberValue ?? row.dateValue ?? row.booleanValue ?? row.choiceValues,
    ]),
  )
}

const readChoiceIds = async (fieldId: number) => {
  const [field] = await db().select().from(customFields).where(eq(customFields.id, fieldId))
  return (field?.choices ?? []).map(({ id }) => id)
}

const sizes = ['Kecil', 'Besar'].map(label => ({ label, isRetired: false }))

describe('custom fields of an import', () => {
  it('an import writes custom fields of every kind for new members, and undoing it removes the values with the members', async () => {
    const { club, hq } = await buildManagers()
    const clubId = club.id
    const label = uniqueName()
    const fields = {
      text: await createField(hq, { clubId, label: `Hobi ${label}` }),
      number: await createField(hq, { clubId, kind: 'number', label: `Umur anak ${label}` }),
      date: await createField(hq, { country: 'Japan', kind: 'date', label: `Tiba ${label}` }),
      boolean: await createField(hq, { kind: 'boolean', label: `Memandu ${label}` }),
      choice: await createField(hq, {
        clubId,
        kind: 'choice',
        label: `Saiz ${label} / Size ${label}`,
        choices: sizes,
      }),
      choices: await createField(hq, {
        clubId,
        kind: 'choices',
        label: `Baju ${label}`,
        choices: sizes,
        visibleTo: 'managers',
        editableBy: 'managers',
      }),
    }
    const email = `${uniqueName()}@contoh.my`
    const sheet = [
      `Nama;Email;HOBI ${label};Umur  anak ${label}:;tiba ${label};Memandu ${label} ?;size ${label};Baju ${label}`,
      `Aminah;${email};Silat;1,5;45170;ya;besar;Besar, kecil`,
      `Budi;${uniqueName()}@contoh.my;;;-;N/A;;tiada`,
    ].join('\n')
    const id = await upload(hq, sheet, `?clubId=${clubId}`)
    const { columns, fields: offered } = await readImport(hq, id)
    expect(columns.slice(2)).toEqual(Object.values(fields).map(buildCustomFieldTarget))
    expect(offered.map(field => field.id).toSorted()).toEqual(Object.values(fields).toSorted())
    expect((await listRows(hq, id)).map(({ kind, reasons }) => [kind, reasons])).toEqual([
      ['new', []],
      ['new', []],
    ])
    await apply(hq, id)
    const stored = await readValues(email)
    const [small, big] = await readChoiceIds(fields.choices)
    expect(stored).toMatchObject({
      [fields.text]: 'Silat',
      [fields.number]: 1.5,
      [fields.date]: '2023-09-01',
      [fields.boolean]: true,
      [fields.choices]: [big, small],
    })
    expect(Object.keys(stored)).toHaveLength(6)
    expect((await undo(hq, id)).outcomes).toMatchObject({ removed: 2, left: 0 })
    expect(await readValues(email)).toEqual({})
  })

  it('an import writes only changed custom field values of existing members, and undoing it restores them', async () => {
    const { club, hq, admin } = await buildManagers()
    const clubId = club.id
    const [saiz, hobi, kosong] = [
      await createField(hq, { clubId, kind: 'choice', label: 'Saiz baju', choices: sizes }),
      await createField(hq, { clubId, label: 'Hobi' }),
      await createField(hq, { clubId, kind: 'number', label: 'Anak' }),
    ]
    const email = `${uniqueName()}@contoh.my`
    const member = await buildUser(db(), { email, fullName: 'Chong Wei', clubId, currentCountry: 'Japan' })
    const [first] = await readChoiceIds(saiz)
    const values = { [saiz]: first, [hobi]: 'Silat' }
    await admin.call('PUT', `/api/users/${member.id}/custom-fields`, { values })
    const sheet = `Nama;Email;Saiz baju;Hobi;Anak\nChong Wei;${email};besar;Silat;2`
    const id = await upload(hq, sheet, `?clubId=${clubId}`)
    const [row] = await listRows(hq, id)
    expect([row?.kind, row?.changes]).toEqual([
      'change',
      [
        { key: `field:${saiz}`, from: 'Kecil', to: 'Besar' },
        { key: `field:${kosong}`, from: null, to: '2' },
      ],
    ])
    await apply(hq, id)
    expect(await readValues(email)).toMatchObject({ [hobi]: 'Silat', [kosong]: 2 })
    const again = await upload(hq, sheet, `?clubId=${clubId}`)
    expect((await listRows(hq, again)).map(({ kind }) => kind)).toEqual(['unchanged'])
    expect((await undo(hq, id)).outcomes).toMatchObject({ restored: 1 })
    expect(await readValues(email)).toEqual({ [saiz]: [first], [hobi]: 'Silat' })
  })

  it('undoing an import does not change a member whose custom field was edited after the import', async () => {
    const { club, hq } = await buildManagers()
    const hobi = await createField(hq, { clubId: club.id, label: 'Hobi' })
    const member = await target.asNew({ clubId: club.id, currentCountry: 'Japan' })
    const [{ email, fullName } = { email: '', fullName: '' }] = await db()
      .select()
      .from(users)
      .where(eq(users.id, member.user.id))
    const id = await upload(hq, `Nama;Email;Hobi\n${fullName};${email};Silat`, `?clubId=${club.id}`)
    await apply(hq, id)
    await member.call('PUT', '/api/profile/custom-fields', { values: { [hobi]: 'Catur' } })
    expect((await undo(hq, id)).outcomes).toMatchObject({ restored: 0, left: 1 })
    expect(await readValues(email)).toEqual({ [hobi]: 'Catur' })
  })

  it('an import leaves invalid custom field values empty with a warning, and one correction applies to all equal cells', async () => {
    const { club, admin, approver } = await buildManagers()
    const clubId = club.id
    const saiz = await createField(admin, { clubId, kind: 'choice', label: 'Saiz baju', choices: sizes })
    const emails = [1, 2, 3].map(() => `${uniqueName()}@contoh.my`)
    const cells = ['XXL', '<script>alert(1)</script>', 'XXL']
    const sheet = ['Nama;Email;Saiz baju', ...emails.map((email, i) => `Ahli ${i};${email};${cells[i]}`)]
    const id = await upload(admin, sheet.join('\n'))
    const warning = { code: 'bad_field', key: `field:${saiz}`, level: 'warning' }
    expect((await listRows(admin, id)).map(({ kind, reasons }) => [kind, reasons])).toEqual(
      emails.map(() => ['new', [warning]]),
    )
    const key = `field:${saiz}`
    expect((await readImport(admin, id)).problems).toEqual([{ ...warning, count: 3 }])
    expect(await listRows(admin, id, `&problem=bad_field:${key}`)).toHaveLength(3)
    const opened = await readCells(approver, id, 2)
    expect(opened.cells.find(cell => cell.key === key)).toMatchObject({ value: 'XXL', alike: 1 })
    expect((await correct(admin, id, 2, key, 'Besar', true)).statusCode).toBe(200)
    expect((await listRows(admin, id)).map(({ reasons }) => reasons)).toEqual([[], [warning], []])
    await apply(approver, id)
    const stored = await Promise.all(emails.map(readValues))
    expect(stored.map(values => Object.keys(values).length)).toEqual([1, 0, 1])
  })

  it('an import offers no fields of other clubs and no fields that only members fill in, and returns 400 for assigning them', async () => {
    const { club, hq, admin } = await buildManagers()
    const other = await buildClub(db(), { country: 'Japan' })
    const foreign = await createField(hq, { clubId: other.id, label: 'Gaji' })
    const germany = await createField(hq, { country: 'Germany', label: 'Cukai' })
    const hidden = await createField(hq, {
      clubId: club.id,
      label: 'Rahsia',
      visibleTo: 'member',
      editableBy: 'member',
    })
    const sheet = `Nama;Email;Gaji;Cukai;Rahsia\nDevi;${uniqueName()}@contoh.my;1000;20;abc`
    const id = await upload(admin, sheet)
    const { columns, fields } = await readImport(admin, id)
    expect([columns, fields]).toEqual([['fullName', 'email', null, null, null], []])
    for (const fieldId of [foreign, germany, hidden, 999_999_999]) {
      const assigned = ['fullName', 'email', `field:${fieldId}`, null, null]
      const response = await admin.call('PUT', `/api/imports/${id}/columns`, { columns: assigned })
      expect([fieldId, response.statusCode]).toEqual([fieldId, 400])
    }
    for (const nonsense of ['field:', 'field:0', 'field:1e3', 'field:__proto__', `field:${'9'.repeat(20)}`]) {
      const assigned = ['fullName', 'email', nonsense, null, null]
      const response = await admin.call('PUT', `/api/imports/${id}/columns`, { columns: assigned })
      expect([nonsense, response.statusCode]).toEqual([nonsense, 400])
    }
  })

  it('a column that an earlier import of one club assigned to a custom field is not assigned to it in an import of another club', async () => {
    const { club, hq } = await buildManagers()
    const other = await buildClub(db(), { country: 'Japan' })
    const own = await createField(hq, { clubId: club.id, label: 'Kumpulan' })
    const buildSheet = () => `Nama;Email;Kod\nDevi;${uniqueName()}@contoh.my;A1`
    const id = await upload(hq, buildSheet(), `?clubId=${club.id}`)
    const columns = ['fullName', 'email', `field:${own}`]
    expect((await hq.call('PUT', `/api/imports/${id}/columns`, { columns })).statusCode).toBe(200)
    await runJob(id)
    const next = await upload(hq, buildSheet(), `?clubId=${club.id}`)
    expect((await readImport(hq, next)).columns).toEqual(columns)
    const foreign = await upload(hq, buildSheet(), `?clubId=${other.id}`)
    expect((await readImport(hq, foreign)).columns).toEqual(['fullName', 'email', null])
  })

  it('an import leaves out and reports the value of a choice that was retired between preview and confirmation', async () => {
    const { club, hq } = await buildManagers()
    const clubId = club.id
    const saiz = await createField(hq, { clubId, kind: 'choice', label: 'Saiz baju', choices: sizes })
    const [first, second, existing] = [1, 2, 3].map(() => `${uniqueName()}@contoh.my`) as [
      string,
      string,
      string,
    ]
    await buildUser(db(), { email: existing, fullName: 'Chong Wei', clubId, currentCountry: 'Japan' })
    const sheet = [
      'Nama;Email;Saiz baju',
      `Aminah;${first};Kecil`,
      `Budi;${second};Besar`,
      `Chong Wei;${existing};Kecil`,
    ]
    const id = await upload(hq, sheet.join('\n'), `?clubId=${clubId}`)
    expect((await listRows(hq, id)).map(({ reasons }) => reasons)).toEqual([[], [], []])
    expect((await confirm(hq, id)).statusCode).toBe(200)
    const [stored] = await db().select().from(customFields).where(eq(customFields.id, saiz))
    const choices = (stored?.choices ?? []).map((choice, index) => ({ ...choice, isRetired: index === 0 }))
    let job: Promise<unknown> = Promise.resolve()
    // The choice is retired in a transaction that commits while the import job waits for its lock.
    await db().transaction(async tx => {
      await tx.update(customFields).set({ choices }).where(eq(customFields.id, saiz))
      job = runJob(id)
      await expect
        .poll(async () => {
          const { rows } = await db().execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows.length
        })
        .toBeGreaterThan(0)
    })
    await job
    const remark = { code: 'field_changed_meanwhile', key: `field:${saiz}`, level: 'warning' }
    expect((await listRows(hq, id)).map(({ outcome, reasons }) => [outcome, reasons])).toEqual([
      ['created', [remark]],
      ['created', []],
      ['changed', [remark]],
    ])
    expect(await readValues(first)).toEqual({})
    expect(await readValues(second)).toEqual({ [saiz]: [choices[1]?.id] })
    expect(await readValues(existing)).toEqual({})
  })

  it('an import ignores values of a custom field that was removed between preview and confirmation', async () => {
    const { club, hq } = await buildManagers()
    const hobi = await createField(hq, { clubId: club.id, label: 'Hobi' })
    const email = `${uniqueName()}@contoh.my`
    const id = await upload(hq, `Nama;Email;Hobi\nDevi;${email};Silat`, `?clubId=${club.id}`)
    expect((await hq.call('DELETE', `/api/custom-fields/${hobi}`)).statusCode).toBeLessThan(300)
    expect((await readImport(hq, id)).columns).toEqual(['fullName', 'email', null])
    expect((await apply(hq, id)).outcomes).toMatchObject({ created: 1, failed: 0 })
    expect((await listRows(hq, id)).map(({ reasons }) => reasons)).toEqual([
      [{ code: 'field_changed_meanwhile', key: `field:${hobi}`, level: 'warning' }],
    ])
    expect(await db().$count(customFieldValues, eq(customFieldValues.fieldId, hobi))).toBe(0)
  })

  it('importing an exported member list with custom fields changes nothing', async () => {
    const { club, hq, admin } = await buildManagers()
    const clubId = club.id
    const fields = [
      await createField(hq, { clubId, kind: 'choices', label: 'Baju', choices: sizes }),
      await createField(hq, { clubId, kind: 'boolean', label: 'Memandu' }),
      await createField(hq, { clubId, kind: 'date', label: 'Tiba' }),
      await createField(hq, { clubId, kind: 'number', label: 'Anak' }),
    ]
    const email = `${uniqueName()}@contoh.my`
    const member = await buildUser(db(), { email, fullName: 'Ezra Ng', clubId, currentCountry: 'Japan' })
    const ids = await readChoiceIds(fields[0] as number)
    const values = {
      [fields[0] as number]: ids,
      [fields[1] as number]: false,
      [fields[2] as number]: '2024-02-29',
      [fields[3] as number]: 1234.5,
    }
    const saved = await admin.call('PUT', `/api/users/${member.id}/custom-fields`, { values })
    expect(saved.statusCode, saved.body).toBeLessThan(300)
    const exported = await hq.call('GET', `/api/users/export?format=csv&search=Ezra&clubId=${clubId}`)
    const id = await upload(hq, exported.body, `?clubId=${clubId}`)
    const { columns } = await readImport(hq, id)
    expect(columns.slice(-4)).toEqual(fields.map(buildCustomFieldTarget))
    expect((await listRows(hq, id)).map(({ kind, reasons }) => [kind, reasons])).toEqual([['unchanged', []]])
  })
})
