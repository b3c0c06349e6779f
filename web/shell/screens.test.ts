import { expect, test } from 'vitest'
import type { Role } from '#shared/constants.ts'
import { can } from '#shared/policies.ts'
import { adminEntries, findScreen, mainEntries, type SidebarEntry } from './screens.ts'

const letters: Record<string, Role> = {
  S: 'system_admin',
  H: 'hq_admin',
  C: 'country_admin',
  L: 'club_admin_ln',
  Y: 'club_secretary',
  M: 'member',
}

/** Entry by entry, and who sees it. */
const entries: [title: string, path: string, roles: string][] = [
  ['Dashboard', '/dashboard', 'SHCLYM'],
  ['Pendaftaran Ahli', '/register', 'SHCLYM'],
  ['Kelulusan Ahli', '/member-approval', 'SHC'],
  ['Senarai Ahli', '/members', 'SHCLY'],
  ['Kelab', '/clubs', 'SHCLYM'],
  ['Aktiviti', '/activities', 'SHCLYM'],
  ['Hebahan', '/announcements', 'SHCLYM'],
  ['Komunikasi', '/communication', 'SHCLYM'],
  ['Pengurusan Pengguna', '/user-management', 'SHC'],
  ['Analitik Komunikasi', '/communication-analytics', 'S'],
  ['Web Analitik', '/web-analytics', 'S'],
  ['Jejak Audit', '/audit', 'SHC'],
  ['Peti Keluar', '/outbox', 'S'],
]
const withoutEntry: typeof entries = [
  ['Analitik', '/analytics', 'SH'],
  ['Profil', '/profile', 'SHCLYM'],
  ['Tetapan', '/settings', 'SHCLYM'],
]

const asActor = (role: Role) =>
  ({ id: 1, role, status: 'active', currentCountry: 'Japan', clubId: 1 }) as const

test.each(Object.entries(letters))('%s, %s: exactly its entries, in order', (letter, role) => {
  const seen = ([...mainEntries, ...adminEntries] as SidebarEntry[]).filter(
    ({ action }) => !action || can(asActor(role), action),
  )
  expect(seen.map(({ title, path }) => [title, path])).toEqual(
    entries.filter(([, , roles]) => roles.includes(letter)).map(([title, path]) => [title, path]),
  )
})

test.each([...entries, ...withoutEntry])('%s at %s opens for %s alone', (title, path, roles) => {
  const screen = findScreen(path)
  expect(screen?.title).toBe(title)
  const action = screen?.action
  const admitted = Object.entries(letters).filter(([, role]) => !action || can(asActor(role), action))
  expect(admitted.map(([letter]) => letter).join('')).toBe(roles)
})
