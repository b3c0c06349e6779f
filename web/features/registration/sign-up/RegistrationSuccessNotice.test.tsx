import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RegistrationSuccessNotice } from './RegistrationSuccessNotice.tsx'

const renderConfirmation = (isMailed: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <RegistrationSuccessNotice message="Diterima." isMailed={isMailed} isOwn={false} onAgain={() => {}} />
    </MantineProvider>,
  )

test('the registration confirmation mentions email only when the server sends mail', () => {
  expect(renderConfirmation(true)).toContain('menerima email')
  expect(renderConfirmation(false)).not.toMatch(/menerima email|melalui email/)
  expect(renderConfirmation(false)).toContain('Pemohon log masuk untuk melihat keputusan')
})
