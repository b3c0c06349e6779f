// Page objects of a chat: the message log and the input field.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const log = (page: Page): Locator => page.getByRole('log')
/** Found by its label, because its role is not textbox while name suggestions are open. */
export const field = (page: Page): Locator => page.getByLabel(/^Mesej kepada/)

/** Sends a message once sending is possible; the message may still be in flight afterwards. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await expect(page.getByRole('button', { name: 'Hantar' })).toBeEnabled()
  await field(page).press('Enter')
  await expect(log(page)).toContainText(text)
}

/** Sends a message and waits until the server has acknowledged it. */
export async function sayAndWait(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(log(page).getByText(text, { exact: true })).toBeVisible()
  await expect(log(page).getByText(/Sedang dihantar|Disimpan pada/)).toHaveCount(0)
}
