// What a person tells about themselves has a column to stand in, and is given back to them: a form that shows an empty
// field where something is stored would clear it with the next save.
import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { personShape } from '#shared/contracts/person.ts'
import { profile } from '#shared/contracts/profile.ts'
import { personColumns } from './person.service.ts'

/** The number is sealed, and stands in columns of its own. */
const told = Object.keys(personShape).filter(name => name !== 'icNumber')

test('each thing told is kept in a column of its name', () => {
  expect(Object.keys(getTableColumns(users))).toEqual(expect.arrayContaining(told))
  expect(Object.keys(personColumns({}))).toEqual(told)
})

test('each thing told is in one’s own profile', () => {
  expect(Object.keys(profile.shape)).toEqual(expect.arrayContaining(Object.keys(personShape)))
})
