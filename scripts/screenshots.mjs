// npm run screenshots: every screen and dialog into screenshots/, and the pictures of the guide. With a word behind it,
// only what has that word in its name: npm run screenshots -- guide
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, fail, runTool } = await import('./prepare.mjs')
const { browserSettings } = await import('./browser.mjs')

await ensureInstalled()
await ensureBuilt()
const only = process.argv[2]
const { ok } = await runTool(
  '@playwright/test/cli.js',
  ['test', '--config', 'screenshots.config.ts', ...(only ? ['--grep', only] : [])],
  { loud: true, env: { ...process.env, ...(await browserSettings()) } },
)
if (!ok) fail('Not all pictures could be taken.')
