// npm run test:faults: runs fault tests under load, which take minutes, and the @long browser tests.
// The command also runs the unit and API tests with all their test cases.
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, exitWithError, runTool } = await import('./prepare.mjs')
const { findBrowserPaths } = await import('./browser.mjs')
const { createScratchFolder } = await import('./scratch.mjs')

await ensureInstalled()
const browsers = await findBrowserPaths()
await ensureBuilt()
const env = { ...process.env, ...createScratchFolder() }
const args = ['run', '--config', 'vitest.faults.config.ts']
const { ok } = await runTool('vitest/vitest.mjs', args, { loud: true, env })
if (!ok) exitWithError('faults: failed')
const allCases = await runTool('vitest/vitest.mjs', ['run'], {
  loud: true,
  env: { ...env, ALL_CASES: '1' },
})
if (!allCases.ok) exitWithError('unit and API tests with all test cases: failed')
const browserTests = await runTool('@playwright/test/cli.js', ['test'], {
  loud: true,
  env: { ...env, LONG: '1', ...browsers },
})
if (!browserTests.ok) exitWithError('long journeys: failed')
