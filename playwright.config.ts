import { defineConfig } from '@playwright/test'
import { dataDir, mailboxPort, port, smtpPort } from './e2e/place.ts'

/**
 * The bar for addresses, which nobody sees here, is made of two pages of its own in every new window. Of such lists the
 * browser minds the last alone, so this one repeats what Playwright switches off.
 */
const withoutFeatures = [
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

/** Where notifications are shown, installed programs are closed, or a camera is asked for, the small shell will not do. */
const inWholeBrowser = ['push.spec.ts', 'offline.spec.ts', 'calls.spec.ts', 'forwarded.spec.ts']
const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join()}`,
  ],
}
const inShell = {
  launchOptions: {
    ...launchOptions,
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
  },
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the cores there are: much of the time goes into waiting for a page to come to rest. The long ones are
  // calls for the most part, which draw pictures all the time.
  workers: process.env.LONG ? 2 : 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./scripts/skipped.mjs']],
  // Limits for a machine that is busy with other work. No test asserts how long anything takes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'ms-MY',
    // What fades and slides costs half a core; that it does is seen elsewhere.
    contextOptions: { reducedMotion: 'reduce' },
    // It fetches the whole program into every new browser, and answers before what a test puts in its way.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Kuala_Lumpur',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  // What is proven below the browser, too, and takes long in it, is for `npm run test:faults`.
  ...(process.env.LONG ? { grep: /@long/ } : { grepInvert: /@long/ }),
  projects: [
    { name: 'demo', testMatch: 'demo.spec.ts', use: inShell },
    { name: 'whole browser', testMatch: inWholeBrowser, dependencies: ['demo'] },
    {
      name: 'everything',
      testIgnore: ['demo.spec.ts', ...inWholeBrowser],
      use: inShell,
      dependencies: ['demo'],
    },
  ],
  webServer: [
    {
      command: 'exec node e2e/mailbox.mjs',
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
        // A busy machine makes requests slow, and must not make them fail.
        DATABASE_TIMEOUT_MS: '30000',
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})
