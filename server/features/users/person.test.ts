// What the table of a person's fields cannot say by its types.
import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { exportedKeys, personFields, personKeys } from '#shared/contracts/person-fields.ts'
import { userDetail } from '#shared/contracts/users.ts'

test('each field is kept in a column of its name; the number is sealed, in columns of its own', () => {
  const columns = Object.keys(getTableColumns(users))
  expect(personKeys.filter(key => !columns.includes(key))).toEqual(['icNumber'])
})

test('what leaves in an export stands in lists, and is read by everybody who may export', () => {
  const wrong = exportedKeys.filter(key => {
    const { shownIn, readBy } = personFields[key]
    return `${shownIn} ${readBy}` !== 'lists administrators'
  })
  expect(wrong).toEqual([])
})

test('whatever is shown of a person stands in the table, which says who reads it', () => {
  const others = Object.keys(userDetail.shape).filter(key => !(key in personFields))
  // Made of fields of the table or of other tables, for everybody who reaches the person.
  expect(others.sort()).toEqual([
    'age',
    'approvedBy',
    'clubName',
    'history',
    'id',
    'isEmailConfirmed',
    'mayResetTwoFactor',
    'profileImageUrl',
  ])
})
