// Takes screenshots for designers, at four widths and in the light and the dark theme.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { loadAndApplyWebFont } from './layout-checks.ts'

const heights = { 360: 740, 390: 844, 768: 1024, 1280: 800 }
export type PictureWidth = keyof typeof heights
export const phoneWidths: PictureWidth[] = [360, 390]
export const deskWidths: PictureWidth[] = [768, 1280]

/** Maximum height of a screenshot in pixels. Screenshots of longer pages are cut off. */
const maxHeight = 3000

interface Options {
  widths?: PictureWidth[]
  /** True when the screenshot should show the placeholders of a loading screen. */
  isLoading?: boolean
}

/**
 * Writes a picture of the whole page for each width and theme into the folder SCREENSHOT_DIR, named
 * `<name>-<width>-<theme>.png`. Without SCREENSHOT_DIR nothing happens. Pictures of a dialog have the height of the window.
 */
export async function takeScreenshots(
  page: Page,
  name: string,
  { widths = [...phoneWidths, ...deskWidths], isLoading = false }: Options = {},
): Promise<void> {
  const { SCREENSHOT_DIR: folder } = process.env
  if (!folder) return
  const size = page.viewportSize()
  await loadAndApplyWebFont(page)
  const devtools = await page.context().newCDPSession(page)
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      // Buttons are larger on touchscreens, which phones have.
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: width < 768 })
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: heights[width] })
      if (!isLoading) await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      // The window becomes as high as the page, so that fixed bars cover no content in the screenshot.
      const height = await page.evaluate(() => {
        window.scrollTo(0, 0)
        return document.querySelector('[role=dialog]') ? 0 : document.documentElement.scrollHeight
      })
      if (height > heights[width]) await page.setViewportSize({ width, height: Math.min(height, maxHeight) })
      // The screenshot waits until CSS transitions caused by a change of theme or window size have ended.
      // The screenshot does not wait for animations of placeholders and spinners, because they never end.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every(
            ({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
          ),
      )
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    }
  await devtools.detach()
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
}
