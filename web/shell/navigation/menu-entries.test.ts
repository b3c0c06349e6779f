import { expect, test } from 'vitest'
import type { Role } from '#shared/constants.ts'
import { can } from '#shared/policies.ts'
import { findScreenOfRoute } from '#shared/screens.ts'
import { screenTitles } from '#texts/screens.ts'
import { expectedEntries, expectedWithoutEntry } from './expected-menu.ts'
import { adminEntries, mainEntries } from './menu-entries.ts'

const roleByLetter: Record<string, Role> = {
  S: 'system_admin',
  H: 'hq_admin',
  C: 'country_admin',
  L: 'club_admin_ln',
  Y: 'club_secretary',
  M: 'member',
}

const createActor = (role: Role) =>
  ({ id: 1, role, status: 'active', currentCountry: 'Japan', clubId: 1 }) as const

test.each(Object.entries(roleByLetter))(
  'the sidebar for role %s (%s) has exactly the expected entries in order',
  (letter, role) => {
    const visibleEntries = [...mainEntries, ...adminEntries].filter(
      ({ action }) => !action || can(createActor(role), action),
    )
    expect(visibleEntries.map(({ title, path }) => [screenTitles[title], path])).toEqual(
      expectedEntries.filter(([, , roles]) => roles.includes(letter)).map(([title, path]) => [title, path]),
    )
  },
)

test.each([...expectedEntries, ...expectedWithoutEntry])(
  'the screen %s at %s opens only for the roles %s',
  (title, path, roles) => {
    const screen = findScreenOfRoute(path)
    expect(screen && screenTitles[screen.title]).toBe(title)
    const action = screen?.action
    const admitted = Object.entries(roleByLetter).filter(
      ([, role]) => !action || can(createActor(role), action),
    )
    expect(admitted.map(([letter]) => letter).join('')).toBe(roles)
  },
)
