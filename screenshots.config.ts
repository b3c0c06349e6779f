import './scripts/compile-texts.mjs'
import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Takes screenshots of the demo, with the setup of the browser tests. */
export default defineConfig({
  ...tests,
  testMatch: 'screenshots.ts',
  projects: [
    {
      name: 'screenshots',
      use: {
        launchOptions: {
          ...tests.use?.launchOptions,
          executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
        },
      },
    },
  ],
})
