// What an old phone on a bad network sees, and when: 400 ms a trip, 50 KB a second. Then Lighthouse's marks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from '#scripts/browser.mjs'
import { run } from '#scripts/prepare.mjs'
import { median } from './numbers.mjs'
import { startProgram } from './program.mjs'

/** Measured on 2026-11-16 at 9ca2601, before the page drew anything by itself; Lighthouse at 3.1 × slower. */
const before = {
  '/login first visit, something to see': 4.03,
  '/login first visit, usable': 4.33,
  '/login second visit, something to see': 0.9,
  '/login second visit, usable': 0.9,
  '/login requests until usable': 7,
  '/dashboard first visit, something to see': 8.92,
  '/dashboard first visit, usable': 10.01,
  '/dashboard second visit, something to see': 1.37,
  '/dashboard second visit, usable': 2.08,
  '/dashboard requests until usable': 67,
  '/login performance': 95,
  '/login best practices': 96,
  '/dashboard performance': 50,
  '/members performance': 39,
  '/communication performance': 46,
  '/analytics performance': 60,
}

const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const password = 'perantau-demo'
const executablePath = await ensureBrowser()
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

function show(name, value, unit, aim) {
  const was = before[name] === undefined ? '' : `before ${before[name]} ${unit}`
  console.log(
    `${name.padEnd(44)} ${String(value).padStart(7)} ${unit.padEnd(3)} ${was.padEnd(18)} ${aim ?? ''}`,
  )
}

/** Opens an address; how long from the first byte, and from the start, to something on the screen, and to what is wanted. */
async function visit(context, address, wanted) {
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slowLine)
  let requests = 0
  page.on('request', () => requests++)
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(wanted).first().waitFor({ timeout: 60_000 })
  const usable = await page.evaluate(() => performance.now())
  const asked = requests
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const { start, shown } = await page.evaluate(() => ({
    start: performance.getEntriesByType('navigation')[0].responseStart,
    shown: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  }))
  return { paint: shown - start, shown, usable, requests: asked, page }
}

/** A phone that was never here, and then the same phone again. */
async function visitTwice(browser, url, path, wanted, account) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  if (account) {
    const data = { email: `${account}@demo.test`, password }
    await context.request.post('/api/auth/login', { data })
  }
  const first = await visit(context, path, wanted)
  // Until all that comes later has come: the next visit finds it.
  await first.page.waitForLoadState('networkidle', { timeout: 120_000 })
  await first.page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true), null, {
    timeout: 60_000,
  })
  await first.page.close()
  const second = await visit(context, path, wanted)
  await context.close()
  return { first, second }
}

async function measureVisits(url) {
  const browser = await chromium.launch({ executablePath, args })
  const screens = [
    ['/login', 'input[type=password]', undefined],
    ['/dashboard', 'main section h2', 'member'],
  ]
  for (const [path, wanted, account] of screens) {
    const visits = []
    for (let round = 0; round < 3; round++) visits.push(await visitTwice(browser, url, path, wanted, account))
    const seconds = (which, time) => (median(visits.map(visit => visit[which][time])) / 1000).toFixed(2)
    show(`${path} first visit, something to see`, seconds('first', 'paint'), 's', 'aim 1.5')
    show(`${path} first visit, usable`, seconds('first', 'usable'), 's', path === '/login' ? 'aim 6' : '')
    show(`${path} second visit, something to see`, seconds('second', 'shown'), 's', 'aim 1')
    show(`${path} second visit, usable`, seconds('second', 'usable'), 's', path === '/login' ? 'aim 1' : '')
    show(`${path} requests until usable`, median(visits.map(({ first }) => first.requests)), '')
  }
  await browser.close()
}

/** By the benchmark that Lighthouse runs itself: four times slower is meant for a machine that reaches this. */
const fullSpeed = 1750

async function lighthouse(url, port, folder, slowdown, tries = 3) {
  const report = join(folder, 'report.json')
  const { ok, output } = await run('npm', [
    ...['exec', '--yes', 'lighthouse@12.8.2', '--', url, `--port=${port}`, '--quiet'],
    ...['--output=json', `--output-path=${report}`, `--throttling.cpuSlowdownMultiplier=${slowdown}`],
    '--only-categories=performance,accessibility,best-practices',
  ])
  // Its recording begins too late now and then; that says nothing about the page.
  if (!ok && output.includes('NO_NAVSTART') && tries > 1)
    return lighthouse(url, port, folder, slowdown, tries - 1)
  if (!ok) throw new Error(output)
  return JSON.parse(readFileSync(report, 'utf8'))
}

/** The cookie stays with the browser when this has let go of it. */
async function signInAt(port, url) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const data = { email: 'system_admin@demo.test', password }
  await browser.contexts()[0].request.post(`${url}/api/auth/login`, { data })
  await browser.close()
}

async function measureMarks(url) {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-lighthouse-'))
  const port = 9333
  // Not through Playwright, which would stand between: Lighthouse talks to the browser itself.
  const child = spawn(
    executablePath,
    [...args, '--headless=new', `--remote-debugging-port=${port}`, `--user-data-dir=${folder}/profile`],
    { stdio: 'ignore' },
  )
  const { environment } = await lighthouse(`${url}/login`, port, folder, 1)
  const slowdown = Math.max(1, Math.round((40 * environment.benchmarkIndex) / fullSpeed) / 10)
  console.log(`Lighthouse: benchmark ${environment.benchmarkIndex}, so ${slowdown} × slower`)
  for (const path of ['/login', '/dashboard', '/members', '/communication', '/analytics']) {
    if (path === '/dashboard') await signInAt(port, url)
    const reports = []
    for (let round = 0; round < 3; round++) reports.push(await lighthouse(url + path, port, folder, slowdown))
    const mark = category =>
      median(reports.map(({ categories }) => Math.round(categories[category].score * 100)))
    show(`${path} performance`, mark('performance'), '', `aim ${path === '/login' ? 95 : 90}`)
    show(`${path} accessibility`, mark('accessibility'), '', 'aim 100')
    show(`${path} best practices`, mark('best-practices'), '', 'aim 100')
    const figure = name => reports.map(({ audits }) => audits[name].displayValue).join(', ')
    for (const name of [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ])
      console.log(`    ${name}: ${figure(name)}`)
    const faults = Object.values(reports[0].categories)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ auditRefs }) => auditRefs.map(({ id }) => reports[0].audits[id]))
      .filter(({ score }) => score !== null && score < 1)
    for (const { id, title } of faults) console.log(`    ${id}: ${title}`)
  }
  child.kill()
  await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

const program = await startProgram({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
/** One of them alone with PART=visits or PART=marks. */
const parts = { visits: measureVisits, marks: measureMarks }
try {
  for (const [name, measure] of Object.entries(parts))
    if (!process.env.PART || process.env.PART === name) await measure(program.url)
} finally {
  await program.stop()
}
