// Loading times on an old phone with a bad network (400 ms latency, 50 KB/s), and Lighthouse scores.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from '#scripts/browser.mjs'
import { runCommand } from '#scripts/prepare.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'

/** Values measured on 2026-11-16, before the server sent page skeletons, at a Lighthouse CPU slowdown of 3.1. */
const earlierValues = {
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

const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const password = 'perantau-demo'
const executablePath = await ensureBrowser()
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

function printMeasuredValue(name, value, unit, aim) {
  const was = earlierValues[name] === undefined ? '' : `before ${earlierValues[name]} ${unit}`
  console.log(
    `${name.padEnd(44)} ${String(value).padStart(7)} ${unit.padEnd(3)} ${was.padEnd(18)} ${aim ?? ''}`,
  )
}

/** Opens a page and returns the times until the first paint and until the given element, and the number of requests. */
async function measureVisit(context, url, wanted) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slowNetwork)
  let requests = 0
  page.on('request', () => requests++)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(wanted).first().waitFor({ timeout: 60_000 })
  const usableMs = await page.evaluate(() => performance.now())
  const requestCount = requests
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const { start, shown } = await page.evaluate(() => ({
    start: performance.getEntriesByType('navigation')[0].responseStart,
    shown: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  }))
  return { paint: shown - start, shown, usable: usableMs, requests: requestCount, page }
}

/** Visits a page with an empty cache, and then again with the same browser profile. */
async function measureFirstAndSecondVisit(browser, url, path, wanted, account) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  if (account) {
    const data = { email: `${account}@demo.test`, password }
    await context.request.post('/api/auth/login', { data })
  }
  const first = await measureVisit(context, path, wanted)
  // Waits until lazily loaded files and the service worker are cached, because the second visit uses them.
  await first.page.waitForLoadState('networkidle', { timeout: 120_000 })
  await first.page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true), null, {
    timeout: 60_000,
  })
  await first.page.close()
  const second = await measureVisit(context, path, wanted)
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
    for (let round = 0; round < 3; round++)
      visits.push(await measureFirstAndSecondVisit(browser, url, path, wanted, account))
    const computeSeconds = (which, time) =>
      (computeMedian(visits.map(visit => visit[which][time])) / 1000).toFixed(2)
    printMeasuredValue(
      `${path} first visit, something to see`,
      computeSeconds('first', 'paint'),
      's',
      'aim 1.5',
    )
    printMeasuredValue(
      `${path} first visit, usable`,
      computeSeconds('first', 'usable'),
      's',
      path === '/login' ? 'aim 6' : '',
    )
    printMeasuredValue(
      `${path} second visit, something to see`,
      computeSeconds('second', 'shown'),
      's',
      'aim 1',
    )
    printMeasuredValue(
      `${path} second visit, usable`,
      computeSeconds('second', 'usable'),
      's',
      path === '/login' ? 'aim 1' : '',
    )
    printMeasuredValue(
      `${path} requests until usable`,
      computeMedian(visits.map(({ first }) => first.requests)),
      '',
    )
  }
  await browser.close()
}

/** Benchmark index of a machine for which Lighthouse's fourfold CPU slowdown is meant. */
const referenceBenchmark = 1750

async function runLighthouse(url, port, folder, slowdown, tries = 3) {
  const report = join(folder, 'report.json')
  const { ok, output } = await runCommand('npm', [
    ...['exec', '--yes', 'lighthouse@12.8.2', '--', url, `--port=${port}`, '--quiet'],
    ...['--output=json', `--output-path=${report}`, `--throttling.cpuSlowdownMultiplier=${slowdown}`],
    '--only-categories=performance,accessibility,best-practices',
  ])
  // Lighthouse sometimes starts tracing too late (NO_NAVSTART); the run is then repeated.
  if (!ok && output.includes('NO_NAVSTART') && tries > 1)
    return runLighthouse(url, port, folder, slowdown, tries - 1)
  if (!ok) throw new Error(output)
  return JSON.parse(readFileSync(report, 'utf8'))
}

/** Signs in through the DevTools port. The cookie stays in the browser after disconnecting. */
async function signInByDevtools(port, url) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const data = { email: 'system_admin@demo.test', password }
  await browser.contexts()[0].request.post(`${url}/api/auth/login`, { data })
  await browser.close()
}

async function measureLighthouseScores(url) {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-lighthouse-'))
  const port = 9333
  // The browser is started without Playwright, because Lighthouse controls the browser itself.
  const child = spawn(
    executablePath,
    [...args, '--headless=new', `--remote-debugging-port=${port}`, `--user-data-dir=${folder}/profile`],
    { stdio: 'ignore' },
  )
  const { environment } = await runLighthouse(`${url}/login`, port, folder, 1)
  const slowdown = Math.max(1, Math.round((40 * environment.benchmarkIndex) / referenceBenchmark) / 10)
  console.log(`Lighthouse: benchmark ${environment.benchmarkIndex}, so ${slowdown} × slower`)
  for (const path of ['/login', '/dashboard', '/members', '/communication', '/analytics']) {
    if (path === '/dashboard') await signInByDevtools(port, url)
    const reports = []
    for (let round = 0; round < 3; round++)
      reports.push(await runLighthouse(url + path, port, folder, slowdown))
    const computeScore = category =>
      computeMedian(reports.map(({ categories }) => Math.round(categories[category].score * 100)))
    printMeasuredValue(
      `${path} performance`,
      computeScore('performance'),
      '',
      `aim ${path === '/login' ? 95 : 90}`,
    )
    printMeasuredValue(`${path} accessibility`, computeScore('accessibility'), '', 'aim 100')
    printMeasuredValue(`${path} best practices`, computeScore('best-practices'), '', 'aim 100')
    const formatMetric = name => reports.map(({ audits }) => audits[name].displayValue).join(', ')
    for (const name of [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ])
      console.log(`    ${name}: ${formatMetric(name)}`)
    const failedAudits = Object.values(reports[0].categories)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ auditRefs }) => auditRefs.map(({ id }) => reports[0].audits[id]))
      .filter(({ score }) => score !== null && score < 1)
    for (const { id, title } of failedAudits) console.log(`    ${id}: ${title}`)
  }
  child.kill()
  await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
/** Runs visits with timings and the Lighthouse scores. PART=visits or PART=marks runs only one of the two. */
const parts = { visits: measureVisits, marks: measureLighthouseScores }
try {
  for (const [name, measure] of Object.entries(parts))
    if (!process.env.PART || process.env.PART === name) await measure(program.url)
} finally {
  await program.stop()
}
