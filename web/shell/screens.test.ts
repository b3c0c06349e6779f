import { expect, test } from 'vitest'
import type { Role } from '#shared/constants.ts'
import { can } from '#shared/policies.ts'
import { expectedEntries, expectedWithoutEntry } from './expected-menu.ts'
import { adminEntries, findScreen, mainEntries, type SidebarEntry } from './screens.ts'

const letters: Record<string, Role> = {
  S: 'system_admin',
  H: 'hq_admin',
  C: 'country_admin',
  L: 'club_admin_ln',
  Y: 'club_secretary',
  M: 'member',
}

const asActor = (role: Role) =>
  ({ id: 1, role, status: 'active', currentCountry: 'Japan', clubId: 1 }) as const

test.each(Object.entries(letters))('%s, %s: exactly its entries, in order', (letter, role) => {
  const seen = ([...mainEntries, ...adminEntries] as SidebarEntry[]).filter(
    ({ action }) => !action || can(asActor(role), action),
  )
  expect(seen.map(({ title, path }) => [title, path])).toEqual(
    expectedEntries.filter(([, , roles]) => roles.includes(letter)).map(([title, path]) => [title, path]),
  )
})

test.each([...expectedEntries, ...expectedWithoutEntry])(
  '%s at %s opens for %s alone',
  (title, path, roles) => {
    const screen = findScreen(path)
    expect(screen?.title).toBe(title)
    const action = screen?.action
    const admitted = Object.entries(letters).filter(([, role]) => !action || can(asActor(role), action))
    expect(admitted.map(([letter]) => letter).join('')).toBe(roles)
  },
)
