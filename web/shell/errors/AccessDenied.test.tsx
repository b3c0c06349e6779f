import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Role } from '#shared/constants.ts'
import { AccessDenied } from './AccessDenied.tsx'

// The page title contains the application's name, which is read from the document's meta tags.
// The page's language is read from a cookie.
vi.hoisted(() =>
  vi.stubGlobal('document', { querySelector: () => null, cookie: '', documentElement: { lang: 'ms' } }),
)

const renderAccessDenied = (role: Role) =>
  renderToStaticMarkup(
    <MantineProvider>
      <AccessDenied role={role} />
    </MantineProvider>,
  )

test('the access denied page states the role of the user and names the contact for that role', () => {
  expect(renderAccessDenied('club_admin_ln')).toContain('hubungi pentadbir negara anda')
  expect(renderAccessDenied('country_admin')).toContain('hubungi ibu pejabat')
  expect(renderAccessDenied('system_admin')).toContain('Pentadbir Sistem')
  expect(renderAccessDenied('system_admin')).not.toContain('hubungi')
})
