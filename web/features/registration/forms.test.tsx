// What a person may tell can be told: each field of the table has its place in the forms.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toldKeys } from '#shared/contracts/person-fields.ts'
import type { Profile } from '#shared/contracts/profile.ts'
import { EditProfile } from './EditProfile.tsx'
import { FullFields } from './RegistrationFields.tsx'

/** Of a row that may be added, the name begins with the field's. */
function missingIn(form: ReactNode): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>{form}</MantineProvider>
    </QueryClientProvider>,
  )
  return toldKeys.filter(key => !new RegExp(` name="${key}[".]`).test(html))
}

test('the full form asks for everything', () => {
  expect(missingIn(<FullFields initial={{}} errors={{}} />)).toEqual([])
})

test('a member changes everything but what says who and where they are', () => {
  const profile = { socialMedia: [] } as unknown as Profile
  expect(missingIn(<EditProfile profile={profile} />)).toEqual([
    'icNumber',
    'birthState',
    'currentCountry',
    'clubId',
  ])
})
