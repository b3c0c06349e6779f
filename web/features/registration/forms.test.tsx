// Every form field in the person-fields table must appear in the registration and profile forms.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Profile } from '#shared/contracts/profile/profile.schemas.ts'
import { formFieldKeys } from '#shared/contracts/users/person-fields.ts'
import { FullRegistrationFormFields } from '#web/features/registration/fields/RegistrationFields.tsx'
import { EditProfileForm } from '#web/features/registration/profile/EditProfileForm.tsx'

/** Lists the form fields without an input. Names of repeated rows begin with the field name and a dot. */
function listMissingFields(form: ReactNode): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>{form}</MantineProvider>
    </QueryClientProvider>,
  )
  return formFieldKeys.filter(key => !new RegExp(` name="${key}[".]`).test(html))
}

test('the full registration form has an input for every field of a person', () => {
  expect(listMissingFields(<FullRegistrationFormFields initial={{}} errors={{}} />)).toEqual([])
})

test('the profile form has inputs for all person fields except identity card number, birth state, country and club', () => {
  const profile = { socialMedia: [] } as unknown as Profile
  expect(listMissingFields(<EditProfileForm profile={profile} />)).toEqual([
    'icNumber',
    'birthState',
    'currentCountry',
    'clubId',
  ])
})
