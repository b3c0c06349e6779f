// Finds the elements of a chat page, such as the message log and the message input, and sends messages.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const findMessageLog = (page: Page): Locator => page.getByRole('log')
/** The message input is found by its label, because its ARIA role changes while name suggestions are open. */
export const findMessageInput = (page: Page): Locator => page.getByLabel(/^Mesej kepada/)

/** Opens the direct message with a person through the search, and returns the group id of the conversation. */
export async function openDirectMessage(page: Page, name: string): Promise<number> {
  await page.goto('/communication')
  await page.getByRole('searchbox', { name: 'Cari kumpulan atau ahli' }).fill(name)
  await page.getByRole('region', { name: 'Ahli', exact: true }).getByRole('button').first().click()
  await expect(findMessageInput(page)).toBeVisible()
  return Number(new URL(page.url()).searchParams.get('group'))
}

/** Types and sends a chat message, without waiting for the server's acknowledgement. */
export async function sendChatMessage(page: Page, text: string): Promise<void> {
  await findMessageInput(page).fill(text)
  await expect(page.getByRole('button', { name: 'Hantar' })).toBeEnabled()
  await findMessageInput(page).press('Enter')
  await expect(findMessageLog(page)).toContainText(text)
}

/** Sends a message and waits until the server has acknowledged it. */
export async function sendChatMessageAndWait(page: Page, text: string): Promise<void> {
  await findMessageInput(page).fill(text)
  await findMessageInput(page).press('Enter')
  await expect(findMessageLog(page).getByText(text, { exact: true })).toBeVisible()
  await expect(findMessageLog(page).getByText(/Sedang dihantar|Disimpan pada/)).toHaveCount(0)
}

/** Opens the form for a new chat group: by a menu item on phones, by a button on wider screens. */
export async function openNewGroupForm(page: Page): Promise<void> {
  const name = 'Cipta kumpulan baharu'
  const menu = page.getByRole('button', { name: 'Perbualan baharu' })
  const button = page.getByRole('button', { name }).first()
  await menu.or(button).first().click()
  await page.getByRole('dialog').or(page.getByRole('menuitem', { name })).first().waitFor()
  if (await menu.isVisible()) await page.getByRole('menuitem', { name }).click()
}
