// What opens over a screen, on a phone as on a desk, and how one comes to it.
import type { Page } from '@playwright/test'

export interface Overlay {
  name: string
  path: string
  open(page: Page): Promise<void>
}

const byButton = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

async function openGroup(page: Page): Promise<void> {
  const groups = page.getByRole('region', { name: 'Kumpulan' })
  await groups.getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('log').waitFor()
}

/** As a system administrator finds them in the demo. */
export const overlays: Overlay[] = [
  { name: 'open-notifications', path: '/dashboard', open: byButton(/^Pemberitahuan/) },
  { name: 'open-applicant', path: '/member-approval', open: byButton('Butiran penuh') },
  { name: 'open-activity-form', path: '/activities', open: byButton('Cipta aktiviti') },
  { name: 'open-club-form', path: '/clubs', open: byButton('Cipta kelab') },
  { name: 'open-group-form', path: '/communication', open: byButton('Cipta kumpulan baharu') },
  { name: 'conversation-plain', path: '/communication?tab=country', open: openGroup },
  {
    name: 'conversation-info',
    path: '/communication?tab=country',
    open: async page => {
      await openGroup(page)
      await byButton('Maklumat kumpulan')(page)
    },
  },
]
