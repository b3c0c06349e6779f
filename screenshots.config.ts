import './scripts/compile-texts.mjs'
import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

const use = {
  launchOptions: {
    ...tests.use?.launchOptions,
    // Without hinting, glyphs have the widths of a phone's screen. Hinting would round the gaps between words away.
    args: [...(tests.use?.launchOptions?.args ?? []), '--font-render-hinting=none'],
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
  },
}

/** Tests that take pictures of states which only several users together can reach. */
const journeys = [
  'election-journey.spec.ts',
  'fee-screens.spec.ts',
  'first-message.spec.ts',
  'messages.spec.ts',
  'reports.spec.ts',
]

/** Takes screenshots of the demo, with the setup of the browser tests. */
export default defineConfig({
  ...tests,
  grepInvert: undefined,
  projects: [
    { name: 'demo keys', testMatch: 'demo-keys.setup.ts', use },
    { name: 'screenshots', testMatch: 'screenshots.ts', use, dependencies: ['demo keys'] },
    { name: 'journeys', testMatch: journeys, use, dependencies: ['screenshots'] },
  ],
})
