// Tests the table personFields for rules that its TypeScript types cannot express.

import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import {
  listKnownColumnHeaders,
  matchImportColumns,
  normalizeColumnHeader,
} from '#server/features/imports/parsing/match-import-columns.ts'
import { runInLanguage } from '#server/language.ts'
import { replacedFields } from '#shared/contracts/imports/import-targets.ts'
import {
  exportedKeys,
  identifyingKeys,
  importedKeys,
  mergedKeys,
  type PersonKey,
  personFields,
  personKeys,
} from '#shared/contracts/users/person-fields.ts'
import { userDetail } from '#shared/contracts/users/users.schemas.ts'
import { languages } from '#shared/language/languages.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

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

test('every field of userDetail is declared in personFields, except the derived fields listed in this test', () => {
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

const studyKeys: PersonKey[] = ['institution', 'course', 'educationLevel', 'startYear', 'endYear']
const placeKeys: PersonKey[] = ['currentCountry', 'clubId']

// New person fields need no entry in these lists, which show when a field is dropped by mistake.
test.each<[place: string, declared: PersonKey[], required: PersonKey[]]>([
  [
    'import',
    importedKeys,
    ['membershipNumber', 'fullName', 'email', 'icNumber', 'phone', 'birthState', ...placeKeys, ...studyKeys],
  ],
  [
    'changes of existing users by an import',
    replacedFields,
    ['fullName', 'phone', 'birthState', ...placeKeys, ...studyKeys],
  ],
  [
    'merging',
    mergedKeys,
    [
      ...(['membershipNumber', 'fullName', 'icNumber', 'phone', 'birthState', 'socialMedia'] as const),
      ...placeKeys,
      ...studyKeys,
    ],
  ],
  [
    'the member export',
    exportedKeys,
    [
      ...(['membershipNumber', 'fullName', 'email', 'role', 'status', 'createdAt', 'approvedAt'] as const),
      ...placeKeys,
      ...studyKeys,
    ],
  ],
  ['redaction at erasure', identifyingKeys, ['membershipNumber', 'fullName', 'email', 'icNumber', 'phone']],
])('no person field is missing in %s', (_, declared, required) => {
  expect(required.filter(key => !declared.includes(key))).toEqual([])
})

test('every column header that an import recognizes is normalized and belongs to one person field', () => {
  const headers = listKnownColumnHeaders().map(([header, key]) => ({ header, key }))
  const violations = headers.filter(
    ({ header, key }) =>
      header === '' ||
      header !== normalizeColumnHeader(header) ||
      headers.some(other => other.header === header && other.key !== key),
  )
  expect(violations).toEqual([])
})

test.each(languages)('an import recognizes the labels of all its fields in %s', language => {
  const headers = runInLanguage(language, () => importedKeys.map(key => personFieldLabels[key]))
  expect(matchImportColumns(headers, new Map(), [])).toEqual(importedKeys)
})

test('an import maps a header that is the label of two custom fields to the field of the narrowest scope', () => {
  const fields = [
    { id: 1, label: 'Saiz baju · Ibu pejabat' },
    { id: 2, label: 'Saiz baju · Kelab London' },
  ]
  expect(matchImportColumns(['Saiz baju'], new Map(), fields)).toEqual(['field:2'])
  expect(matchImportColumns(['Saiz baju · Ibu pejabat', 'Saiz baju'], new Map(), fields)).toEqual([
    'field:1',
    'field:2',
  ])
})
