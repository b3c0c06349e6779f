import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildOfficeAppointment, buildUser } from '#server/test/harness/factories.ts'

const target = setUpApp()
const db = () => target.database.db
let labels = 0

// A custom field of headquarters applies to all users, so a remaining one would affect the next tests.
afterEach(async () => {
  await db().delete(customFields)
})

const choices = ['Vegetarian', 'Halal', 'Tiada pantang'].map(label => ({ label, isRetired: false }))

/** Request body for a new custom field: a text that both the member and the managers see and edit. */
const buildField = (overrides: object = {}) => ({
  country: null,
  clubId: null,
  kind: 'text',
  label: `Medan ${++labels}`,
  help: '',
  section: '',
  isRequired: false,
  visibleTo: 'both',
  editableBy: 'both',
  choices: [],
  ...overrides,
})

async function createField(by: Caller, overrides: object = {}): Promise<number> {
  const response = await by.call('POST', '/api/custom-fields', buildField(overrides))
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

/** Reads the version of a custom field as an editor loads it. */
async function readVersion(id: number): Promise<string | undefined> {
  const [field] = await db().select().from(customFields).where(eq(customFields.id, id))
  return field?.updatedAt.toISOString()
}

/** Sends a change of a custom field, based on the stored version unless `editedVersion` is passed. */
async function changeField(by: Caller, id: number, overrides: object = {}) {
  const { clubId: _club, country: _country, kind: _kind, ...body } = buildField(overrides)
  return by.call('PUT', `/api/custom-fields/${id}`, { editedVersion: await readVersion(id), ...body })
}

/** Builds a club with its secretary and a member. */
async function buildClubPeople(country: 'Japan' | 'Germany' = 'Japan') {
  const { id: clubId } = await buildClub(db(), { country })
  const place = { clubId, currentCountry: country }
  return {
    clubId,
    secretary: await target.asNew({ role: 'club_secretary', ...place }),
    member: await target.asNew(place),
  }
}

const setOwn = (by: Caller, values: object) => by.call('PUT', '/api/profile/custom-fields', { values })
const readOwn = async (by: Caller): Promise<{ id: number; value: unknown; isEditable: boolean }[]> =>
  (await by.call('GET', '/api/profile/custom-fields')).json()
const findOwn = async (by: Caller, id: number) => (await readOwn(by)).find(field => field.id === id)
const readMember = (by: Caller, id: number) => by.call('GET', `/api/users/${id}/custom-fields`)
const list = async (by: Caller, query: string) => {
  const response = await by.call('GET', `/api/users?page=1&pageSize=50&${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as { id: number; fields?: Record<string, unknown> | null }[]
}

describe('createField', () => {
  it('creating a custom field succeeds for managers of its club, country or headquarters, and returns 404 for all others', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const other = await buildClubPeople('Germany')
    const [hq, country] = [
      await target.asNew({ role: 'hq_admin' }),
      await target.asNew({ role: 'country_admin', currentCountry: 'Japan' }),
    ]
    const send = async (by: Caller, scope: object) =>
      (await by.call('POST', '/api/custom-fields', buildField(scope))).statusCode
    const [global, japan, club] = [{}, { country: 'Japan' }, { clubId }]
    expect([await send(hq, global), await send(hq, japan), await send(hq, club)]).toEqual([201, 201, 201])
    expect([await send(country, global), await send(country, japan), await send(country, club)]).toEqual([
      404, 201, 201,
    ])
    expect([
      await send(secretary, global),
      await send(secretary, japan),
      await send(secretary, club),
    ]).toEqual([404, 404, 201])
    expect(await send(other.secretary, club)).toBe(404)
    expect(await send(member, club)).toBe(403)
    expect(await send(hq, { country: 'Japan', clubId })).toBe(400)
    expect(await send(hq, { clubId: 999_999 })).toBe(404)
  })

  it('creating a custom field returns 400 for choices that do not fit its kind, editors who cannot see the value, and required fields that members cannot edit', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const send = async (body: object) =>
      (await secretary.call('POST', '/api/custom-fields', buildField({ clubId, ...body }))).statusCode
    expect(await send({ kind: 'choice' })).toBe(400)
    expect(await send({ kind: 'text', choices })).toBe(400)
    expect(await send({ kind: 'choice', choices: [choices[0], choices[0]] })).toBe(400)
    expect(await send({ visibleTo: 'member', editableBy: 'both' })).toBe(400)
    expect(await send({ visibleTo: 'managers', editableBy: 'managers', isRequired: true })).toBe(400)
    expect(await send({ label: '  ' })).toBe(400)
  })

  it('sixty concurrent requests create fifty custom fields in a scope, and the others return 409', async () => {
    const { clubId } = await buildClubPeople()
    const secretaries = await Promise.all(
      [1, 2, 3, 4].map(() => target.asNew({ role: 'club_secretary', clubId, currentCountry: 'Japan' })),
    )
    const codes: number[] = []
    await Promise.all(
      secretaries.map(async by => {
        for (let n = 0; n < 15; n++) {
          codes.push((await by.call('POST', '/api/custom-fields', buildField({ clubId }))).statusCode)
        }
      }),
    )
    expect(codes.filter(code => code === 201)).toHaveLength(50)
    expect(codes.filter(code => code === 409)).toHaveLength(10)
    await expect(
      db().insert(customFields).values({
        clubId,
        kind: 'text',
        label: 'x',
        position: 1,
        slot: 51,
        visibleTo: 'both',
        editableBy: 'both',
      }),
    ).rejects.toThrow()
  })

  it('creating a second custom field with the same label in a scope returns 409, whatever its letter case', async () => {
    const { clubId, secretary } = await buildClubPeople()
    await createField(secretary, { clubId, label: 'Saiz baju' })
    const again = await secretary.call(
      'POST',
      '/api/custom-fields',
      buildField({ clubId, label: 'SAIZ BAJU' }),
    )
    expect([again.statusCode, again.json().code]).toEqual([409, 'field_label_taken'])
  })
})

describe('fields of other owners', () => {
  it('giving a custom field a label that the same users see on the field of another owner returns 409 with the owner, until the manager confirms', async () => {
    const { clubId, secretary } = await buildClubPeople('Germany')
    const hq = await target.asNew({ role: 'hq_admin' })
    const send = async (by: Caller, overrides: object) => {
      const response = await by.call('POST', '/api/custom-fields', buildField(overrides))
      const { code, fields } = response.json()
      return response.statusCode === 201 ? 201 : [response.statusCode, code, fields.label.split(' sudah')[0]]
    }
    const label = 'Saiz baju'
    const { name } = (await secretary.call('GET', `/api/clubs/${clubId}`)).json()
    expect(await send(secretary, { clubId, label })).toBe(201)
    expect(await send(hq, { label: 'SAIZ BAJU' })).toEqual([409, 'field_label_elsewhere', name])
    expect(await send(hq, { country: 'Germany', label })).toEqual([409, 'field_label_elsewhere', name])
    expect(await send(hq, { country: 'Japan', label })).toBe(201)
    expect(await send(hq, { label, isSameLabelConfirmed: true })).toBe(201)
    const other = await buildClubPeople('Germany')
    const own = { clubId: other.clubId, label }
    expect(await send(other.secretary, own)).toEqual([409, 'field_label_elsewhere', 'Ibu pejabat'])
    const id = await createField(other.secretary, { ...own, label: 'Saiz' })
    const renamed = await changeField(other.secretary, id, { label })
    expect([renamed.statusCode, renamed.json().code]).toEqual([409, 'field_label_elsewhere'])
    const confirmed = await changeField(other.secretary, id, { label, isSameLabelConfirmed: true })
    expect(confirmed.statusCode).toBe(204)
    // After the manager has confirmed the duplicate label, later changes of the field need no confirmation.
    expect((await changeField(other.secretary, id, { label, help: 'Untuk baju' })).statusCode).toBe(204)
  })

  it('a field that only the member sees may have the label of a field that only managers see', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const hq = await target.asNew({ role: 'hq_admin' })
    await createField(hq, { label: 'Nota', visibleTo: 'managers', editableBy: 'managers' })
    const own = { clubId, label: 'Nota', visibleTo: 'member', editableBy: 'member' }
    await expect(createField(secretary, own)).resolves.toBeGreaterThan(0)
  })

  it('the endpoint listManagedFields lists fields of headquarters and of the country beside the fields of a club', async () => {
    const { clubId, secretary } = await buildClubPeople('Germany')
    const hq = await target.asNew({ role: 'hq_admin' })
    const ofAll = await createField(hq)
    const ofCountry = await createField(hq, { country: 'Germany' })
    await createField(hq, { country: 'Japan' })
    const own = await createField(secretary, { clubId })
    const removed = await createField(hq)
    await hq.call('DELETE', `/api/custom-fields/${removed}`)
    const readFields = async (by: Caller, query: string) => {
      const { fields, inherited } = (await by.call('GET', `/api/custom-fields${query}`)).json()
      const listIds = (list: { id: number }[]) => list.map(({ id }) => id)
      return { own: listIds(fields), inherited: listIds(inherited) }
    }
    expect(await readFields(secretary, `?clubId=${clubId}`)).toEqual({
      own: [own],
      inherited: [ofAll, ofCountry],
    })
    expect(await readFields(hq, '?country=Germany')).toEqual({ own: [ofCountry], inherited: [ofAll] })
    expect(await readFields(hq, '')).toEqual({ own: [ofAll, removed], inherited: [] })
  })

  it('the endpoint listManagedFields counts the values of active members who are in the club of the field', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const [left, inactive] = [
      await target.asNew({ clubId, currentCountry: 'Japan' }),
      await target.asNew({ clubId, currentCountry: 'Japan' }),
    ]
    const id = await createField(secretary, { clubId })
    for (const by of [member, left, inactive]) await setOwn(by, { [id]: 'XL' })
    const readCount = async () =>
      (await secretary.call('GET', `/api/custom-fields?clubId=${clubId}`)).json().fields[0].valueCount
    expect(await readCount()).toBe(3)
    await db().update(users).set({ clubId: null }).where(eq(users.id, left.user.id))
    await db().update(users).set({ status: 'inactive' }).where(eq(users.id, inactive.user.id))
    expect(await readCount()).toBe(1)
  })
})

describe('updateField', () => {
  it('renaming a custom field and retiring one of its choices does not change stored values', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const body = buildField({ clubId, kind: 'choice', choices })
    const { id } = (await secretary.call('POST', '/api/custom-fields', body)).json()
    const readField = async () =>
      (await secretary.call('GET', `/api/custom-fields?clubId=${clubId}`)).json().fields[0]
    const [vegetarian, halal, none] = (await readField()).choices
    expect((await setOwn(member, { [id]: halal.id })).statusCode).toBe(204)
    const { clubId: _club, country: _country, kind: _kind, ...change } = body
    const retired = [vegetarian, { ...halal, isRetired: true }, none, { label: 'Vegan', isRetired: false }]
    const update = (given: object[]) =>
      changeField(secretary, id, { ...change, label: 'Pemakanan', choices: given })
    expect((await update(retired)).statusCode).toBe(204)
    expect(await readField()).toMatchObject({
      label: 'Pemakanan',
      choices: [{}, { isRetired: true }, {}, {}],
    })
    expect(await findOwn(member, id)).toMatchObject({ label: 'Pemakanan', value: halal.id })
    // A member may keep a retired choice, but cannot pick it again after having picked another one.
    expect((await setOwn(member, { [id]: halal.id })).statusCode).toBe(204)
    expect((await setOwn(member, { [id]: none.id })).statusCode).toBe(204)
    const response = await setOwn(member, { [id]: halal.id })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [`values.${id}`]])
    // A change of choices that lacks a stored choice comes from an outdated screen and is rejected.
    expect((await update([vegetarian, none])).statusCode).toBe(409)
    // The kind (text, number, date …) of an existing custom field cannot be changed.
    const kind = await secretary.call('PUT', `/api/custom-fields/${id}`, {
      ...change,
      kind: 'text',
      choices: [],
    })
    expect(kind.statusCode).toBe(400)
  })

  it('making a private custom field visible to managers returns 400, and managers still see none of its values', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const audience = { visibleTo: 'member', editableBy: 'member' }
    const id = await createField(secretary, { clubId, ...audience })
    await setOwn(member, { [id]: 'sulit' })
    const update = (changed: object) => changeField(secretary, id, changed)
    for (const opened of ['both', 'managers']) {
      const response = await update({ visibleTo: opened, editableBy: opened })
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['visibleTo']])
    }
    expect((await update({ ...audience, label: 'Nama baharu' })).statusCode).toBe(204)
    expect((await readMember(secretary, member.user.id)).json()).toEqual([])
    expect(await findOwn(member, id)).toMatchObject({
      label: 'Nama baharu',
      visibleTo: 'member',
      value: 'sulit',
    })
  })

  it('changing a custom field returns 409 field_changed when another manager changed it after the form was opened', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const id = await createField(secretary, { clubId })
    const { fields } = (await secretary.call('GET', `/api/custom-fields?clubId=${clubId}`)).json()
    const editedVersion = fields[0].version
    const send = async (label: string) => {
      const response = await changeField(secretary, id, { label, editedVersion })
      return response.statusCode === 204 ? 204 : [response.statusCode, response.json().code]
    }
    expect(await send('Saiz kasut')).toBe(204)
    expect(await send('Saiz topi')).toEqual([409, 'field_changed'])
    const concurrent = await Promise.all(
      [1, 2, 3].map(
        async n =>
          (await changeField(secretary, id, { label: `Saiz ${n}`, editedVersion: await readVersion(id) }))
            .statusCode,
      ),
    )
    expect(concurrent.toSorted()).toEqual([204, 409, 409])
    const missing = await changeField(secretary, id, { editedVersion: undefined })
    expect(missing.statusCode).toBe(400)
  })

  it('changing a custom field returns 409 field_removed when another manager removed it after the form was opened', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const id = await createField(secretary, { clubId, label: 'Saiz kasut' })
    const editedVersion = await readVersion(id)
    await secretary.call('DELETE', `/api/custom-fields/${id}`)
    const response = await changeField(secretary, id, { editedVersion })
    expect([response.statusCode, response.json().code]).toEqual([409, 'field_removed'])
    const [stored] = await db().select().from(customFields).where(eq(customFields.id, id))
    expect(stored?.label).toBe('Saiz kasut')
  })

  it('saving a required choice field with only retired choices returns 400, and the database rejects it too', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const retired = choices.map(choice => ({ ...choice, isRetired: true }))
    const required = { clubId, kind: 'choice', isRequired: true }
    const refused = await secretary.call(
      'POST',
      '/api/custom-fields',
      buildField({ ...required, choices: retired }),
    )
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['choices']])
    const id = await createField(secretary, { ...required, choices })
    const [{ choices: stored } = { choices: [] }] = await db()
      .select()
      .from(customFields)
      .where(eq(customFields.id, id))
    const closed = stored.map(choice => ({ ...choice, isRetired: true }))
    const change = await changeField(secretary, id, { ...required, choices: closed })
    expect([change.statusCode, Object.keys(change.json().fields)]).toEqual([400, ['choices']])
    await expect(
      db().update(customFields).set({ choices: closed }).where(eq(customFields.id, id)),
    ).rejects.toThrow()
    expect((await changeField(secretary, id, { isRequired: false, choices: closed })).statusCode).toBe(204)
  })

  it('changing a custom field returns 404 for managers of another scope', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const other = await buildClubPeople()
    const id = await createField(secretary, { clubId })
    const { clubId: _club, country: _country, kind: _kind, ...body } = buildField()
    const change = { ...body, editedVersion: await readVersion(id) }
    for (const [method, path, body] of [
      ['PUT', `/api/custom-fields/${id}`, change],
      ['DELETE', `/api/custom-fields/${id}`, undefined],
      ['POST', `/api/custom-fields/${id}/restore`, undefined],
      ['GET', `/api/custom-fields?clubId=${clubId}`, undefined],
      ['PUT', '/api/custom-fields/order', { country: null, clubId, ids: [id] }],
    ] as const) {
      expect((await other.secretary.call(method, path, body)).statusCode, path).toBe(404)
    }
  })
})

describe('orderFields', () => {
  it('the endpoint orderFields sets the order of custom fields and appends those that the request omits', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const ids = [await createField(secretary, { clubId }), await createField(secretary, { clubId })]
    const third = await createField(secretary, { clubId })
    const body = { country: null, clubId, ids: [...ids].reverse() }
    expect((await secretary.call('PUT', '/api/custom-fields/order', body)).statusCode).toBe(204)
    const { fields } = (await secretary.call('GET', `/api/custom-fields?clubId=${clubId}`)).json()
    expect(fields.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[0], third])
  })
})

describe('removeField', () => {
  it('removing a custom field hides its values from everybody, and restoring the field shows the values again', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const id = await createField(secretary, { clubId, label: 'Saiz' })
    await setOwn(member, { [id]: 'XL' })
    expect((await secretary.call('DELETE', `/api/custom-fields/${id}`)).statusCode).toBe(204)
    expect((await secretary.call('DELETE', `/api/custom-fields/${id}`)).json().code).toBe('field_removed')
    expect(await findOwn(member, id)).toBeUndefined()
    expect((await readMember(secretary, member.user.id)).json()).toEqual([])
    expect((await setOwn(member, { [id]: 'L' })).statusCode).toBe(404)
    expect(await list(secretary, `where=${id}.filled`)).toEqual([])
    await createField(secretary, { clubId, label: 'saiz' })
    const restore = () => secretary.call('POST', `/api/custom-fields/${id}/restore`)
    expect((await restore()).json().code).toBe('field_label_taken')
    await db().update(customFields).set({ label: 'Saiz lama' }).where(eq(customFields.id, id))
    expect((await restore()).statusCode).toBe(204)
    expect((await restore()).statusCode).toBe(409)
    expect(await findOwn(member, id)).toMatchObject({ value: 'XL' })
  })
})

describe('values of custom fields', () => {
  it('a custom field of every kind stores its value and returns it unchanged to the member and the managers', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const kinds = ['text', 'long_text', 'number', 'date', 'boolean'] as const
    const ids = []
    for (const kind of kinds) ids.push(await createField(secretary, { clubId, kind }))
    const listed = await createField(secretary, { clubId, kind: 'choices', choices })
    const field = (await readOwn(member)).find(({ id }) => id === listed) as unknown as {
      choices: { id: string }[]
    }
    const [first, , last] = field.choices.map(choice => choice.id)
    const given = ['Surau', 'dua\nbaris', -2.5, '2026-02-28', false, [first, last]]
    const all = [...ids, listed]
    const response = await setOwn(member, Object.fromEntries(all.map((id, index) => [id, given[index]])))
    expect(response.statusCode, response.body).toBe(204)
    expect((await readOwn(member)).map(({ value }) => value)).toEqual(given)
    const managed = (await readMember(secretary, member.user.id)).json() as { value: unknown }[]
    expect(managed.map(({ value }) => value)).toEqual(given)
    expect((await setOwn(member, { [all[0] as number]: '' })).statusCode).toBe(204)
    expect(await findOwn(member, all[0] as number)).toMatchObject({ value: null })
  })

  it('storing the value of a custom field returns 400 when it does not fit the kind of the field', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const wrong = [
      ['text', 'x'.repeat(201)],
      ['text', 5],
      ['text', 'a\u0000b'],
      ['number', '5'],
      ['number', 1e13],
      ['date', '2026-02-30'],
      ['date', '31/12/2026'],
      ['boolean', 'ya'],
      ['choice', 'nonexist'],
      ['choices', ['nonexist']],
    ] as const
    for (const [kind, value] of wrong) {
      const isChoice = kind.startsWith('choice')
      const id = await createField(secretary, { clubId, kind, choices: isChoice ? choices : [] })
      expect((await setOwn(member, { [id]: value })).statusCode, `${kind} ${value}`).toBe(400)
    }
  })

  it('the value of a custom field can be seen and edited only by the audience that the field names', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const ofMember = await createField(secretary, { clubId, visibleTo: 'member', editableBy: 'member' })
    const ofManagers = await createField(secretary, { clubId, visibleTo: 'managers', editableBy: 'managers' })
    const shown = await createField(secretary, { clubId, visibleTo: 'both', editableBy: 'managers' })
    const setByManager = (values: object) =>
      secretary.call('PUT', `/api/users/${member.user.id}/custom-fields`, { values })
    expect((await setOwn(member, { [ofMember]: 'sulit' })).statusCode).toBe(204)
    expect((await setOwn(member, { [ofManagers]: 'x' })).statusCode).toBe(404)
    expect((await setOwn(member, { [shown]: 'x' })).statusCode).toBe(404)
    expect((await setByManager({ [ofManagers]: 'catatan', [shown]: 'ya' })).statusCode).toBe(204)
    expect((await setByManager({ [ofMember]: 'x' })).statusCode).toBe(404)
    const own = await readOwn(member)
    expect(own.map(({ id, isEditable }) => [id, isEditable])).toEqual([
      [ofMember, true],
      [shown, false],
    ])
    const managed = (await readMember(secretary, member.user.id)).json() as { id: number }[]
    expect(managed.map(({ id }) => id)).toEqual([ofManagers, shown])
    expect(await list(secretary, `where=${ofMember}.filled`)).toEqual([])
    const [row] = await list(secretary, `fields=${ofMember},${ofManagers}&where=${ofManagers}.filled`)
    expect(row?.fields).toEqual({ [ofManagers]: 'catatan' })
  })

  it('custom fields of a member return 404 to managers of another club, and club officers such as treasurers see none', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const other = await buildClubPeople()
    const id = await createField(secretary, { clubId })
    await setOwn(member, { [id]: 'rahsia' })
    expect((await readMember(other.secretary, member.user.id)).statusCode).toBe(404)
    const treasurer = await target.asNew({ clubId, currentCountry: 'Japan' })
    await buildOfficeAppointment(db(), treasurer.user, { office: 'treasurer', over: 'club' })
    expect((await readMember(treasurer, member.user.id)).statusCode).toBe(403)
    const rows = await list(treasurer, `fields=${id}`)
    expect(rows.find(row => row.id === member.user.id)?.fields).toBeNull()
    expect(await list(treasurer, `where=${id}.filled`)).toEqual([])
    // A secretary whose office covers the country sees values of the own club only.
    const lead = await target.asNew({ role: 'club_secretary', clubId: other.clubId, currentCountry: 'Japan' })
    await buildOfficeAppointment(db(), lead.user, { office: 'treasurer', over: 'country' })
    const seen = await list(lead, `fields=${id}`)
    expect(seen.find(row => row.id === member.user.id)?.fields).toBeNull()
    expect(seen.find(row => row.id === other.member.user.id)?.fields).toEqual({})
  })

  it('PUT /api/users/:id/custom-fields returns 403 when managers write their own values or values of a user of higher rank', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const place = { clubId, currentCountry: 'Japan' as const }
    const chair = await target.asNew({ role: 'club_admin_ln', ...place })
    const id = await createField(secretary, { clubId })
    const fill = async (by: Caller, { user }: { user: { id: number } }) =>
      (await by.call('PUT', `/api/users/${user.id}/custom-fields`, { values: { [id]: 'x' } })).statusCode
    expect(await fill(secretary, secretary)).toBe(403)
    expect(await fill(secretary, chair)).toBe(403)
    expect(await fill(chair, secretary)).toBe(204)
    const [field] = (await readMember(secretary, chair.user.id)).json()
    expect(field).toMatchObject({ id, isEditable: false })
  })

  it('the audit log contains the ids of changed custom fields and never their values', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const id = await createField(secretary, { clubId })
    await setOwn(member, { [id]: 'nilai-rahsia' })
    const events = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(member.user.id)))
    const event = events.find(({ kind }) => kind === 'user.fields_set')
    expect(event).toMatchObject({ actorId: member.user.id, details: { fields: String(id) } })
    expect(JSON.stringify(events)).not.toContain('nilai-rahsia')
  })

  it('a required custom field rejects an empty value from the member and blocks no other request of the member', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const id = await createField(secretary, { clubId, isRequired: true })
    expect(await findOwn(member, id)).toMatchObject({ isRequired: true, value: null })
    const countMissing = async () => (await member.call('GET', '/api/dashboard')).json().missingFields
    expect(await countMissing()).toBe(1)
    expect((await setOwn(member, { [id]: '' })).statusCode).toBe(400)
    expect((await member.call('GET', '/api/activities?page=1')).statusCode).toBe(200)
    expect((await member.call('PUT', '/api/profile', { phone: '+60 12 345 6789' })).statusCode).toBe(204)
    expect((await setOwn(member, { [id]: 'M' })).statusCode).toBe(204)
    expect(await countMissing()).toBe(0)
  })

  it('a custom field that the member and a manager write concurrently keeps one of the two values', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const id = await createField(secretary, { clubId })
    const path = `/api/users/${member.user.id}/custom-fields`
    const responses = await Promise.all([
      ...[1, 2, 3].map(n => setOwn(member, { [id]: `ahli ${n}` })),
      ...[1, 2, 3].map(n => secretary.call('PUT', path, { values: { [id]: `pengurus ${n}` } })),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(204))
    expect(await db().$count(customFieldValues, eq(customFieldValues.fieldId, id))).toBe(1)
  })
})

describe('members who leave the club or country of a field', () => {
  it('after a member leaves the club of a custom field, only the member sees the value, and managers see it again after the member returns', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const other = await buildClubPeople()
    const country = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
    const id = await createField(secretary, { clubId })
    await setOwn(member, { [id]: 'XL' })
    const move = (to: number | null) =>
      country.call('PUT', `/api/users/${member.user.id}/placement`, { currentCountry: 'Japan', clubId: to })
    expect((await move(other.clubId)).statusCode).toBe(200)
    expect(await findOwn(member, id)).toMatchObject({
      value: 'XL',
      isEditable: false,
      erasedFrom: expect.any(String),
    })
    expect((await setOwn(member, { [id]: 'L' })).statusCode).toBe(404)
    for (const by of [country, other.secretary]) {
      expect((await readMember(by, member.user.id)).json()).toEqual([])
      const rows = await list(by, `fields=${id}&ids=${member.user.id}`)
      expect(rows[0]?.fields).toEqual({})
      expect(await list(by, `where=${id}.filled`)).toEqual([])
      expect(await list(by, `where=${id}.empty&ids=${member.user.id}`)).toEqual([])
    }
    await move(clubId)
    expect(await findOwn(member, id)).toMatchObject({ value: 'XL', isEditable: true, erasedFrom: null })
    expect(await list(secretary, `where=${id}.filled`)).toHaveLength(1)
  })

  it('the value of a custom field that is written while the member moves away is hidden from managers', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const id = await createField(secretary, { clubId })
    await Promise.all([
      setOwn(member, { [id]: 'XL' }),
      db().update(users).set({ clubId: null }).where(eq(users.id, member.user.id)),
    ])
    const rows = await db().select().from(customFieldValues).where(eq(customFieldValues.fieldId, id))
    expect(rows.every(({ leftAt }) => leftAt !== null)).toBe(true)
  })
})

describe('filters by custom fields', () => {
  it('filters by custom fields match text, number, date, yes-or-no and choice values by the operators of each kind', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const absent = await target.asNew({ clubId, currentCountry: 'Japan' })
    const [text, number, date, answer] = [
      await createField(secretary, { clubId, kind: 'text' }),
      await createField(secretary, { clubId, kind: 'number' }),
      await createField(secretary, { clubId, kind: 'date' }),
      await createField(secretary, { clubId, kind: 'boolean' }),
    ]
    const choice = await createField(secretary, { clubId, kind: 'choice', choices })
    const field = (await readOwn(member)).find(({ id }) => id === choice) as unknown as {
      choices: { id: string }[]
    }
    const [picked, unpicked] = field.choices.map(({ id }) => id)
    await setOwn(member, {
      [text]: 'Kaki 100% bola',
      [number]: 5,
      [date]: '2026-05-01',
      [answer]: true,
      [choice]: picked,
    })
    const matches = async (where: string) =>
      (await list(secretary, `where=${encodeURIComponent(where)}`)).map(row => row.id).sort()
    const [own, others] = [[member.user.id], [absent.user.id, secretary.user.id].sort()]
    expect(await matches(`${text}.contains.${encodeURIComponent('100%')}`)).toEqual(own)
    expect(await matches(`${text}.contains.hoki`)).toEqual([])
    expect(await matches(`${number}.equals.5`)).toEqual(own)
    expect(await matches(`${number}.atLeast.6`)).toEqual([])
    expect(await matches(`${number}.atMost.5~${number}.atLeast.-1`)).toEqual(own)
    expect(await matches(`${date}.from.2026-05-01~${date}.to.2026-05-01`)).toEqual(own)
    expect(await matches(`${date}.on.2026-05-02`)).toEqual([])
    expect(await matches(`${answer}.yes`)).toEqual(own)
    expect(await matches(`${answer}.no`)).toEqual([])
    expect(await matches(`${choice}.chosen.${picked}`)).toEqual(own)
    expect(await matches(`${choice}.chosen.${unpicked}`)).toEqual([])
    expect(await matches(`${choice}.filled`)).toEqual(own)
    expect(await matches(`${choice}.empty`)).toEqual(others)
    const response = await secretary.call('GET', `/api/users?page=1&where=${choice}.filled`)
    expect(response.headers['x-total-count']).toBe('1')
  })

  it('filters by custom fields return 400 for malformed conditions', async () => {
    const { secretary } = await buildClubPeople()
    for (const where of [
      'x',
      '1',
      '1.near.5',
      '1.equals',
      '1.equals.x',
      '1.yes.1',
      '1.on.2026-02-30',
      '1.contains.%00',
    ]) {
      const response = await secretary.call('GET', `/api/users?page=1&where=${encodeURIComponent(where)}`)
      expect(response.statusCode, where).toBe(400)
    }
  })
})

describe('listFieldColumns', () => {
  it('the endpoint listFieldColumns lists the custom fields of headquarters and of the country and club to which the member list is filtered', async () => {
    const { clubId, secretary } = await buildClubPeople('Germany')
    const hq = await target.asNew({ role: 'hq_admin' })
    const ids = {
      all: await createField(hq),
      germany: await createField(hq, { country: 'Germany' }),
      club: await createField(hq, { clubId }),
      hidden: await createField(hq, { clubId, visibleTo: 'member', editableBy: 'member' }),
    }
    const created = Object.values(ids)
    const listColumns = async (by: Caller, query = '') =>
      ((await by.call('GET', `/api/custom-fields/columns${query}`)).json() as { id: number }[])
        .map(({ id }) => id)
        .filter(id => created.includes(id))
    expect(await listColumns(secretary)).toEqual([ids.all, ids.germany, ids.club])
    expect(await listColumns(hq)).toEqual([ids.all])
    expect(await listColumns(hq, '?country=Germany')).toEqual([ids.all, ids.germany])
    expect(await listColumns(hq, `?clubId=${clubId}`)).toEqual([ids.all, ids.germany, ids.club])
    const japan = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
    expect(await listColumns(japan, `?clubId=${clubId}`)).toEqual([ids.all])
  })
})

describe('removed fields in filters', () => {
  it('the endpoint listFieldColumns names removed fields of the scope, except fields that only the member sees', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const other = await buildClubPeople()
    const id = await createField(secretary, { clubId, label: 'Saiz baju' })
    const hidden = await createField(secretary, { clubId, visibleTo: 'member', editableBy: 'member' })
    const kept = await createField(secretary, { clubId })
    for (const removed of [id, hidden]) await secretary.call('DELETE', `/api/custom-fields/${removed}`)
    const read = async (by: Caller, query: string) =>
      (await by.call('GET', `/api/custom-fields/columns${query}`))
        .json()
        .map((field: { id: number; label: string }) => [field.id, field.label])
    expect(await read(secretary, '?isRemoved=true')).toEqual([[id, 'Saiz baju']])
    expect((await read(secretary, '')).map(([fieldId]: [number]) => fieldId)).toEqual([kept])
    expect(await read(other.secretary, '?isRemoved=true')).toEqual([])
  })
})

describe('fields of two owners with the same label', () => {
  it('custom fields with the same label show their owner in the label on profile, member list, export and registration form', async () => {
    const { clubId, secretary, member } = await buildClubPeople('Germany')
    const hq = await target.asNew({ role: 'hq_admin' })
    await createField(hq, { label: 'Saiz baju' })
    await createField(secretary, { clubId, label: 'Saiz Baju', isSameLabelConfirmed: true })
    await createField(secretary, { clubId, label: 'Pantang' })
    const club = (await secretary.call('GET', `/api/clubs/${clubId}`)).json()
    const labels = ['Saiz baju · Ibu pejabat', `Saiz Baju · ${club.name}`, 'Pantang']
    const readLabels = async (by: Caller, path: string) =>
      (await by.call('GET', path)).json().map(({ label }: { label: string }) => label)
    expect(await readLabels(member, '/api/profile/custom-fields')).toEqual(labels)
    expect(await readLabels(secretary, '/api/custom-fields/columns')).toEqual(labels)
    expect(await readLabels(member, `/api/custom-fields/registration?clubId=${clubId}`)).toEqual(labels)
    const { body } = await secretary.call('GET', '/api/users/export?format=csv')
    expect(body.split('\r\n')[0]).toContain(labels.join(','))
  })
})

describe('exportUsers', () => {
  it('the member export has a column for each custom field that the caller may see', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const size = await createField(secretary, { clubId, label: 'Saiz baju' })
    const diet = await createField(secretary, { clubId, label: 'Pantang', kind: 'choices', choices })
    const answer = await createField(secretary, { clubId, label: 'Memandu', kind: 'boolean' })
    await createField(secretary, { clubId, label: 'Peribadi', visibleTo: 'member', editableBy: 'member' })
    const field = (await readOwn(member)).find(({ id }) => id === diet) as unknown as {
      choices: { id: string }[]
    }
    const [first, second] = field.choices.map(({ id }) => id)
    await setOwn(member, { [size]: '=XL', [diet]: [second, first], [answer]: true })
    const response = await secretary.call('GET', `/api/users/export?format=csv&where=${size}.filled`)
    const [titles, line, end] = response.body.split('\r\n')
    expect(titles?.endsWith(',Saiz baju,Pantang,Memandu')).toBe(true)
    expect(line?.endsWith(",'=XL,Halal; Vegetarian,Ya")).toBe(true)
    expect(end).toBe('')
    const sheet = await secretary.call('GET', '/api/users/export?format=xlsx')
    expect(sheet.statusCode).toBe(200)
  })
})

describe('registration', () => {
  const register = (values: object, place: object) =>
    target.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: {
        email: `medan${++labels}@contoh.my`,
        password: 'ombak-biru-77',
        fullName: 'Aina Binti Contoh',
        currentCountry: 'Japan',
        customFields: values,
        ...place,
      },
    })

  it('the registration form offers visitors the custom fields of their country and club, and values of other fields are ignored', async () => {
    const { clubId, secretary } = await buildClubPeople()
    const other = await buildClubPeople()
    const id = await createField(secretary, { clubId, kind: 'choice', choices })
    const foreign = await createField(other.secretary, { clubId: other.clubId })
    const managed = await createField(secretary, { clubId, visibleTo: 'managers', editableBy: 'managers' })
    const { body } = await target.app.inject(`/api/custom-fields/registration?country=Japan&clubId=${clubId}`)
    const fields = JSON.parse(body) as { id: number; choices: { id: string }[] }[]
    expect(fields.map(field => field.id)).toEqual([id])
    const values = { [id]: fields[0]?.choices[1]?.id, [foreign]: 'x', [managed]: 'x' }
    const response = await register(values, { clubId })
    expect(response.statusCode, response.body).toBe(201)
    const stored = await db().select().from(customFieldValues)
    expect(stored).toMatchObject([{ fieldId: id, choiceValues: [fields[0]?.choices[1]?.id], leftAt: null }])
    const wrong = await register({ [id]: 'tiada' }, { clubId })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, [`customFields.${id}`]])
  })
})

describe('merging', () => {
  it('merging two accounts keeps custom field values of the kept account and takes over values that it lacks', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const hq = await target.asNew({ role: 'hq_admin' })
    const gone = await buildUser(db(), { clubId, password: null, agreedAt: null })
    const [both, missing] = [
      await createField(secretary, { clubId }),
      await createField(secretary, { clubId }),
    ]
    const fill = (userId: number, values: object) =>
      secretary.call('PUT', `/api/users/${userId}/custom-fields`, { values })
    await fill(member.user.id, { [both]: 'kekal' })
    await fill(gone.id, { [both]: 'hilang', [missing]: 'diambil' })
    const response = await hq.call('POST', `/api/merging/${member.user.id}/with/${gone.id}`, { take: [] })
    expect(response.json()).toEqual({ outcome: 'merged' })
    expect((await readOwn(member)).map(({ value }) => value)).toEqual(['kekal', 'diambil'])
    expect(await list(secretary, `where=${missing}.filled`)).toHaveLength(1)
    expect(await db().$count(customFieldValues, eq(customFieldValues.userId, gone.id))).toBe(0)
  })
})

describe('retention', () => {
  it('the retention job deletes custom field values 90 days after the member left, and removed fields after 30 days', async () => {
    const { clubId, secretary, member } = await buildClubPeople()
    const [kept, early, late] = [
      await createField(secretary, { clubId }),
      await createField(secretary, { clubId }),
      await createField(secretary, { clubId }),
    ]
    await setOwn(member, { [kept]: 'a', [early]: 'b', [late]: 'c' })
    const remove = (id: number, days: number) =>
      db().execute(
        sql`update custom_fields set slot = null, removed_at = now() - make_interval(days => ${days}) where id = ${id}`,
      )
    await remove(early, 29)
    await remove(late, 31)
    await deleteExpiredRows(db())
    await deleteExpiredRows(db())
    const listIds = async () =>
      (await db().select({ id: customFields.id }).from(customFields)).map(({ id }) => id).sort()
    expect(await listIds()).toEqual([kept, early].sort())
    const leave = async (days: number) => {
      await db().update(users).set({ clubId: null }).where(eq(users.id, member.user.id))
      await db().execute(sql`update custom_field_values set left_at = now() - make_interval(days => ${days})`)
      await deleteExpiredRows(db())
      return db().$count(customFieldValues)
    }
    expect(await leave(89)).toBe(2)
    expect(await leave(91)).toBe(0)
  })
})
