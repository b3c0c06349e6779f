// The browsers for the tests: one that is there, else Debian's, else Playwright's own; and the smaller shell of the same
// browser, which opens a window for a third of the work, where Debian has it.
import { existsSync } from 'node:fs'
import { fail, run, runTool, say } from './prepare.mjs'

const known = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const shell = '/usr/bin/chromium-headless-shell'

function installedBrowser() {
  return known.find(path => path && existsSync(path))
}

async function installFromDebian(name) {
  if (!existsSync('/usr/bin/apt-get')) return
  const isRoot = process.getuid?.() === 0
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (!isRoot && !(await run('sudo', ['-n', 'true'])).ok) return
  say(`Installing ${name} for the browser tests …`)
  const apt = args => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args]
    return run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await apt(['update', '-qq'])
  await apt(['install', '-y', '-qq', '--no-install-recommends', name])
}

/** The path of the browser; undefined when Playwright is to use the one it downloaded itself. */
export async function ensureBrowser() {
  if (!installedBrowser()) await installFromDebian('chromium')
  const path = installedBrowser()
  if (path) return path
  say('Fetching a browser through Playwright …')
  const { ok, output } = await runTool('@playwright/test/cli.js', ['install', '--with-deps', 'chromium'])
  if (!ok) {
    console.error(output.trim())
    fail('No browser for the tests. Install Chromium, or name one in CHROMIUM_PATH, and run again.')
  }
  return undefined
}

/** Where the tests find their browsers. Without the shell, everything runs in the whole browser. */
export async function browserSettings() {
  const whole = await ensureBrowser()
  if (whole === '/usr/bin/chromium' && !existsSync(shell)) await installFromDebian('chromium-headless-shell')
  return {
    ...(whole && { CHROMIUM_PATH: whole }),
    ...(whole === '/usr/bin/chromium' && existsSync(shell) && { HEADLESS_SHELL_PATH: shell }),
  }
}
