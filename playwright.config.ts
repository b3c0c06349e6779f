import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4310)
const dataDir = join(tmpdir(), `perantau-e2e-${port}`)
// Workers read this file too; only the first reader may clear the place.
if (!process.env.TEST_WORKER_INDEX && !process.argv.includes('--list'))
  rmSync(dataDir, { recursive: true, force: true })

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 30_000,
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'ms-MY',
    timezoneId: 'Asia/Kuala_Lumpur',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'exec node scripts/launch.mjs main',
    url: `http://localhost:${port}/readyz`,
    env: { PORT: String(port), DATA_DIR: dataDir, LOGIN_LIMITS: '1000/1,1000/1' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
