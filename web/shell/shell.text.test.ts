import { expect, test } from 'vitest'
import { findText } from '#shared/language/texts.ts'
import { actionTexts } from '#texts/roles.ts'
import { shellText } from '#texts/shell.ts'

const { whom, contacts } = shellText.denied

test.each([
  ['member', 'hubungi pentadbir kelab anda'],
  ['club_secretary', 'hubungi pentadbir kelab anda'],
  ['club_admin_ln', 'hubungi pentadbir negara anda'],
  ['country_admin', 'hubungi ibu pejabat'],
  ['hq_admin', 'hubungi pentadbir sistem'],
] as const)('the access denied page refers the role %s to a higher role', (role, hint) => {
  expect(whom({ contact: contacts[role] })).toContain(hint)
})

test('the access denied page shows no contact when a system administrator opens it', () => {
  expect(findText(contacts, 'system_admin')).toBeUndefined()
})

test('the list of permissions of a role does not claim that chat groups of a country can be encrypted', () => {
  expect(actionTexts['groups.encrypt']).toBe('Menghidupkan penyulitan kumpulan kelab')
})
