// Moves the keyboard focus in browser tests.
import type { Page } from '@playwright/test'

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
