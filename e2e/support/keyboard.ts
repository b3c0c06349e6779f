// Moves the keyboard focus in browser tests.
import { expect, type Page } from '@playwright/test'

/** Presses Tab until the element with the given accessible name has the focus. */
export async function focusWithTabKey(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const names = await page.evaluate(() => {
      const focused = document.activeElement as HTMLInputElement | null
      const labels = Array.from(focused?.labels ?? [], label => label.textContent)
      return [focused?.ariaLabel, ...labels, focused?.textContent].filter(text => text)
    })
    if (names[0] && name.test(names[0])) return
  }
  throw new Error(`${name} cannot be reached with the Tab key`)
}

/** Presses ArrowDown in an open menu until the item with the given name has the focus. */
export async function focusMenuItemWithArrowKey(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name })
  // A menu that is still opening moves the focus to its first item, which undoes earlier key presses.
  for (let presses = 0; presses < 20; presses++) {
    if (await item.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(item).toBeFocused()
}
