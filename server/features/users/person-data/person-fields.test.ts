// Checks of the personFields table that its types cannot express.
import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { exportedKeys, personFields, personKeys } from '#shared/contracts/users/person-fields.ts'
import { userDetail } from '#shared/contracts/users/users.schemas.ts'

test('every person field except the encrypted icNumber has a users column of the same name', () => {
  const columns = Object.keys(getTableColumns(users))
  expect(personKeys.filter(key => !columns.includes(key))).toEqual(['icNumber'])
})

test('every exported person field is shown in lists and readable by all administrators', () => {
  const violations = exportedKeys.filter(key => {
    const { shownIn, readBy } = personFields[key]
    return `${shownIn} ${readBy}` !== 'lists administrators'
  })
  expect(violations).toEqual([])
})

test('every field of userDetail is declared in personFields except the listed derived fields', () => {
  const others = Object.keys(userDetail.shape).filter(key => !(key in personFields))
  // These derived fields are readable by every administrator whose scope includes the user.
  expect(others.sort()).toEqual([
    'age',
    'appointments',
    'approvedBy',
    'clubName',
    'history',
    'id',
    'isEmailConfirmed',
    'mayResetTwoFactor',
    'profileImageUrl',
  ])
})
