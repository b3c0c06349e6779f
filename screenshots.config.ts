import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** The demo of the browser tests, looked at instead of tested. */
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
