import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Registered } from './Registered.tsx'

const said = (isMailed: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Registered message="Diterima." isMailed={isMailed} isOwn={false} onAgain={() => {}} />
    </MantineProvider>,
  )

test('nobody is told to wait for a mail where none goes out', () => {
  expect(said(true)).toContain('menerima email')
  expect(said(false)).not.toMatch(/menerima email|melalui email/)
  expect(said(false)).toContain('Pemohon log masuk untuk melihat keputusan')
})
