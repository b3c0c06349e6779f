// npm run test:faults: the faults under load that take minutes, and the longest journeys in the browser, on what is built.
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, fail, runTool } = await import('./prepare.mjs')
const { browserSettings } = await import('./browser.mjs')
const { scratchPlace } = await import('./scratch.mjs')

await ensureInstalled()
const browsers = await browserSettings()
await ensureBuilt()
const env = { ...process.env, ...scratchPlace() }
const args = ['run', '--config', 'vitest.faults.config.ts']
const { ok } = await runTool('vitest/vitest.mjs', args, { loud: true, env })
if (!ok) fail('faults: failed')
const journeys = await runTool('@playwright/test/cli.js', ['test', '--no-deps'], {
  loud: true,
  env: { ...env, LONG: '1', ...browsers },
})
if (!journeys.ok) fail('long journeys: failed')
