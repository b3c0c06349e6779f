import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { type PersonKey, personKeys } from '#shared/contracts/users/person-fields.ts'
import type { UserDetail } from '#shared/contracts/users/users.schemas.ts'
import { UserPersonalData } from './UserPersonalData.tsx'

/** Sample values of a user's fields, two for each field that is not free text. */
const samples: Partial<Record<PersonKey, [unknown, unknown]>> = {
  educationLevel: ['sarjana', 'sarjana_muda'],
  socialMedia: [[], [{ platform: 'Facebook', url: 'https://fb.test/a' }]],
  createdAt: ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  approvedAt: ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'],
}
const buildSampleValues = (key: PersonKey) => samples[key] ?? [`${key} satu`, `${key} dua`]
const person = {
  ...Object.fromEntries(personKeys.map(key => [key, buildSampleValues(key)[0]])),
  age: null,
  clubName: null,
} as unknown as UserDetail
const user = { id: 1, role: 'member', status: 'active' } as CurrentUser

function renderUserPersonalData(overrides: object, viewer = user): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <UserPersonalData user={viewer} person={{ ...person, ...overrides }} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('the details of a user contain every person field that the same screen does not show elsewhere', () => {
  const hidden = personKeys.filter(
    key => renderUserPersonalData({ [key]: buildSampleValues(key)[1] }) === renderUserPersonalData({}),
  )
  // The club is shown by name. Username and time of the last change are deliberately not shown.
  expect(hidden).toEqual(['fullName', 'username', 'email', 'role', 'status', 'clubId', 'updatedAt'])
})

test('the details of a user state that the identity card number is hidden from a viewer who is not an approver', () => {
  expect(renderUserPersonalData({ icNumber: null })).toContain('Tersembunyi daripada anda')
  expect(renderUserPersonalData({ icNumber: '••••••-••-5678' })).toContain('Selebihnya tersembunyi daripada anda')
  const approver = { id: 2, role: 'hq_admin', status: 'active' } as CurrentUser
  expect(renderUserPersonalData({ icNumber: null }, approver)).not.toContain('ersembunyi daripada anda')
})
