import './scripts/compile-texts.mjs'
import { defineConfig } from '@playwright/test'
import { dataDir, mailboxPort, port, smtpPort } from './e2e/support/ports.ts'

/**
 * Browser features to disable. The WebUI omnibox would load two hidden pages in every new window.
 * Chromium honours only the last such list, so this one repeats the features that Playwright itself disables.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** These tests need the full browser: the headless shell has no notifications, no installed web apps and no camera. */
const fullBrowserTests = ['push.spec.ts', 'chat/calls.spec.ts', 'large-calls.spec.ts']
const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join()}`,
  ],
}
const headlessShell = {
  launchOptions: {
    ...launchOptions,
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
  },
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // More workers than cores, because tests mostly wait for pages to settle.
  // The @long tests are mostly calls, which encode video all the time, so they get two workers.
  workers: process.env.LONG ? 2 : 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./scripts/skipped.mjs']],
  // Limits for a machine that is busy with other work. No test asserts how long anything takes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'ms-MY',
    // A click on a covered element fails with the name of the covering element, long before the timeout of the test.
    actionTimeout: 60_000,
    // Animations take half of a processor core; other tests cover them.
    contextOptions: { reducedMotion: 'reduce' },
    // The service worker would download the whole client into every new browser and bypass route mocks of the tests.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Kuala_Lumpur',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  // Slow tests whose subject is also tested below the browser are tagged @long and run in `npm run test:faults`.
  ...(process.env.LONG ? { grep: /@long/ } : { grepInvert: /@long/ }),
  projects: [
    // These two files share one worker, which runs them in the order of their paths. A worker costs more than either.
    // Its setup publishes encryption keys of the demo accounts, so it also runs before the @long tests.
    {
      name: 'demo',
      testMatch: ['demo.spec.ts', 'demo-keys.setup.ts'],
      grep: /./,
      workers: 1,
      use: headlessShell,
    },
    { name: 'whole browser', testMatch: fullBrowserTests, dependencies: ['demo'] },
    {
      name: 'everything',
      testIgnore: ['demo.spec.ts', ...fullBrowserTests],
      use: headlessShell,
      dependencies: ['demo'],
    },
  ],
  webServer: [
    {
      command: 'exec node e2e/support/mailbox.mjs',
      url: `http://localhost:${mailboxPort}`,
      env: { SMTP_PORT: String(smtpPort), MAILBOX_PORT: String(mailboxPort) },
    },
    {
      command: 'exec node scripts/launch.mjs main',
      timeout: 300_000,
      url: `http://localhost:${port}/readyz`,
      env: {
        PORT: String(port),
        DATA_DIR: dataDir,
        LOGIN_LIMITS: '1000/1,1000/1',
        PSEUDO_LANGUAGE: 'on',
        // A busy machine makes requests slow, and must not make them fail.
        DATABASE_TIMEOUT_MS: '30000',
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})
