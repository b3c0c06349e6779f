// Dialogs, drawers and other overlays for the screen crawl (test that opens every screen).
// The list of overlays names each dialog or drawer together with the clicks that open it.
import type { Page } from '@playwright/test'
import { openNewGroupForm } from './chat-page.ts'

export interface Overlay {
  name: string
  path: string
  open(page: Page): Promise<void>
}

const clickButton = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

async function openGroup(page: Page): Promise<void> {
  const groups = page.getByRole('region', { name: 'Kumpulan' })
  await groups.getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('log').waitFor()
}

/** Overlays that the screen crawl (a test of all screens) opens as a system administrator of the demo. */
export const overlays: Overlay[] = [
  { name: 'open-notifications', path: '/dashboard', open: clickButton(/^Pemberitahuan/) },
  { name: 'open-applicant', path: '/member-approval', open: clickButton('Butiran penuh') },
  { name: 'open-activity-form', path: '/activities', open: clickButton('Cipta aktiviti') },
  { name: 'open-club-form', path: '/clubs', open: clickButton('Cipta kelab') },
  { name: 'open-group-form', path: '/communication', open: openNewGroupForm },
  { name: 'conversation-plain', path: '/communication?tab=country', open: openGroup },
  {
    name: 'conversation-info',
    path: '/communication?tab=country',
    open: async page => {
      await openGroup(page)
      await clickButton('Maklumat kumpulan')(page)
    },
  },
]
