// A conversation as somebody sees it: what was said, and where one writes.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const log = (page: Page): Locator => page.getByRole('log')
/** By its label: while names are offered it is no textbox. */
export const field = (page: Page): Locator => page.getByLabel(/^Mesej kepada/)

/** Once one may; it may still be on its way. */
export async function say(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await expect(page.getByRole('button', { name: 'Hantar' })).toBeEnabled()
  await field(page).press('Enter')
  await expect(log(page)).toContainText(words)
}

/** Until it has arrived. */
export async function sayAndWait(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await field(page).press('Enter')
  await expect(log(page).getByText(words, { exact: true })).toBeVisible()
  await expect(log(page).getByText(/Sedang dihantar|Disimpan pada/)).toHaveCount(0)
}
