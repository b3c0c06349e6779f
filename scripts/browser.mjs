// Finds the browser for the tests: an installed one, else Debian's package, else the download of Playwright.
// If Debian provides the headless shell, most tests use it, because its windows cost a third of the CPU time.
import { existsSync } from 'node:fs'
import { exitWithError, printStep, runCommand, runTool } from './prepare.mjs'

const browserPaths = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const headlessShell = '/usr/bin/chromium-headless-shell'

function findInstalledBrowser() {
  return browserPaths.find(path => path && existsSync(path))
}

async function installDebianPackage(name, purpose = 'the browser tests') {
  if (!existsSync('/usr/bin/apt-get')) return
  const isRoot = process.getuid?.() === 0
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (!isRoot && !(await runCommand('sudo', ['-n', 'true'])).ok) return
  printStep(`Installing ${name} for ${purpose} …`)
  const runApt = args => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args]
    return runCommand(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await runApt(['update', '-qq'])
  await runApt(['install', '-y', '-qq', '--no-install-recommends', name])
}

/** Returns the path of the browser; undefined if Playwright uses the browser that it downloaded itself. */
export async function ensureBrowser() {
  if (!findInstalledBrowser()) await installDebianPackage('chromium')
  const path = findInstalledBrowser()
  if (path) return path
  printStep('Fetching a browser through Playwright …')
  const { ok, output } = await runTool('@playwright/test/cli.js', ['install', '--with-deps', 'chromium'])
  if (!ok) {
    console.error(output.trim())
    exitWithError('No browser for the tests. Install Chromium, or name one in CHROMIUM_PATH, and run again.')
  }
  return undefined
}

/** Debian packages with fonts for emoji and Chinese names, and a file of each package. */
const screenshotFonts = {
  'fonts-noto-color-emoji': '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf',
  'fonts-wqy-microhei': '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
}

/** Installs fonts for screenshots, which would otherwise show empty boxes instead of reactions and Chinese names. */
export async function ensureScreenshotFonts() {
  for (const [name, file] of Object.entries(screenshotFonts))
    if (!existsSync(file)) await installDebianPackage(name, 'screenshots')
}

/** Returns environment variables with the browser paths. Without the headless shell, all tests use the full browser. */
export async function findBrowserPaths() {
  const fullBrowser = await ensureBrowser()
  if (fullBrowser === '/usr/bin/chromium' && !existsSync(headlessShell))
    await installDebianPackage('chromium-headless-shell')
  return {
    ...(fullBrowser && { CHROMIUM_PATH: fullBrowser }),
    ...(fullBrowser === '/usr/bin/chromium' &&
      existsSync(headlessShell) && { HEADLESS_SHELL_PATH: headlessShell }),
  }
}
