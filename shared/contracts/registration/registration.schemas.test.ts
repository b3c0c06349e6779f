import { expect, test } from 'vitest'
import { applicantForm, profileBody } from '#shared/contracts/profile/profile.schemas.ts'
import { registerBody, registerForm } from './registration.schemas.ts'

const person = {
  email: 'aina@contoh.my',
  password: 'ombak-biru-77',
  confirmPassword: 'ombak-biru-77',
  fullName: 'Nur Aina',
  currentCountry: 'Japan',
  terms: true,
  consent: true,
}

const listErrors = (schema: typeof registerForm | typeof applicantForm, value: unknown) =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(issue => [issue.path.join('.'), issue.message]),
  )

test('registration and profile forms require a country, while the API accepts requests without a country', () => {
  for (const currentCountry of ['', undefined]) {
    const value = { ...person, currentCountry }
    expect(listErrors(registerForm, value)).toEqual({ currentCountry: 'Sila pilih negara' })
    expect(registerBody.safeParse(value).success).toBe(true)
    expect(listErrors(applicantForm, { fullName: 'Nur Aina', currentCountry })).toEqual({
      currentCountry: 'Sila pilih negara',
    })
    expect(profileBody.safeParse({ fullName: 'Nur Aina', currentCountry }).success).toBe(true)
  }
  expect(listErrors(registerForm, person)).toEqual({})
})

test('the registration form reports an empty password as too short', () => {
  expect(listErrors(registerForm, { ...person, password: '', confirmPassword: '' }).password).toBe(
    'Kata laluan mestilah sekurang-kurangnya 6 aksara',
  )
})

test('the registration form rejects a password confirmation that is empty or differs from the password', () => {
  const getConfirmationError = (password: string, confirmPassword: string) =>
    listErrors(registerForm, { ...person, password, confirmPassword }).confirmPassword
  expect(getConfirmationError('', '')).toBe('Sila sahkan kata laluan anda')
  expect(getConfirmationError(person.password, '')).toBe('Kata laluan tidak sepadan')
  expect(getConfirmationError(person.password, 'lain')).toBe('Kata laluan tidak sepadan')
  expect(getConfirmationError(person.password, person.password)).toBeUndefined()
})
