import { expect, test } from 'vitest'
import { applicantForm, profileBody } from './profile.ts'
import { registerBody, registerForm } from './registration.ts'

const person = {
  email: 'aina@contoh.my',
  password: 'ombak-biru-77',
  confirmPassword: 'ombak-biru-77',
  fullName: 'Nur Aina',
  currentCountry: 'Japan',
  terms: true,
  consent: true,
}

const wrongIn = (schema: typeof registerForm | typeof applicantForm, value: unknown) =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(issue => [issue.path.join('.'), issue.message]),
  )

test('a form asks for the country, the call does without', () => {
  for (const currentCountry of ['', undefined]) {
    const value = { ...person, currentCountry }
    expect(wrongIn(registerForm, value)).toEqual({ currentCountry: 'Sila pilih negara' })
    expect(registerBody.safeParse(value).success).toBe(true)
    expect(wrongIn(applicantForm, { fullName: 'Nur Aina', currentCountry })).toEqual({
      currentCountry: 'Sila pilih negara',
    })
    expect(profileBody.safeParse({ fullName: 'Nur Aina', currentCountry }).success).toBe(true)
  }
  expect(wrongIn(registerForm, person)).toEqual({})
})

test('an empty password of the form is too short', () => {
  expect(wrongIn(registerForm, { ...person, password: '', confirmPassword: '' }).password).toBe(
    'Kata laluan mestilah sekurang-kurangnya 6 aksara',
  )
})

test('an empty confirmation is as wrong as another one', () => {
  const wrong = (password: string, confirmPassword: string) =>
    wrongIn(registerForm, { ...person, password, confirmPassword }).confirmPassword
  expect(wrong('', '')).toBe('Sila sahkan kata laluan anda')
  expect(wrong(person.password, '')).toBe('Kata laluan tidak sepadan')
  expect(wrong(person.password, 'lain')).toBe('Kata laluan tidak sepadan')
  expect(wrong(person.password, person.password)).toBeUndefined()
})
