import { expect, test } from 'vitest'
import { actionTexts } from '#web/features/users/access/roles.text.ts'
import { shellText } from './shell.text.ts'

const { why, contacts } = shellText.denied

test.each([
  ['member', 'hubungi pentadbir kelab anda'],
  ['club_secretary', 'hubungi pentadbir kelab anda'],
  ['club_admin_ln', 'hubungi pentadbir negara anda'],
  ['country_admin', 'hubungi ibu pejabat'],
  ['hq_admin', 'hubungi pentadbir sistem'],
] as const)('the access denied page refers the role %s to a higher role', (role, hint) => {
  expect(why('X', contacts[role])).toContain(hint)
})

test('the access denied page names no contact for a system administrator', () => {
  expect(why('Pentadbir Sistem', contacts.system_admin)).toBe('Peranan anda ialah Pentadbir Sistem.')
})

test('the list of permissions of a role does not claim that country groups can be encrypted', () => {
  expect(actionTexts['groups.encrypt']).toBe('Menghidupkan penyulitan kumpulan kelab')
})
