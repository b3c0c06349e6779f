// npm run screenshots: writes every screen, dialog and state into SCREENSHOT_DIR (by default screenshots/).
// The command also writes the pictures of the user guide.
// An argument limits the screenshots to names that contain this text: npm run screenshots -- guide
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, exitWithError, runTool } = await import('./prepare.mjs')
const { ensureScreenshotFonts, findBrowserPaths } = await import('./browser.mjs')

await ensureInstalled()
await ensureBuilt()
await ensureScreenshotFonts()
const nameFilter = process.argv[2]
const { ok } = await runTool(
  '@playwright/test/cli.js',
  ['test', '--config', 'screenshots.config.ts', ...(nameFilter ? ['--grep', nameFilter] : [])],
  { loud: true, env: { SCREENSHOT_DIR: 'screenshots', ...process.env, ...(await findBrowserPaths()) } },
)
if (!ok) exitWithError('Not all pictures could be taken.')
