// Fixtures and helpers for browser tests: demo accounts, sign-in, new members, mails and accessibility checks.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { mailboxPort, port } from './ports.ts'

export { expect }

/** True in the long test run (LONG=1), which checks every screen on all devices and in both themes. */
export const isLongRun = Boolean(process.env.LONG)

/** Waits for a mail to the email address that contains a link with the given path. Returns the newest such link. */
export async function waitForMailedLink(email: string, path: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`http://127.0.0.1:${mailboxPort}`)).json()) as {
        to: string[]
        text: string
      }[]
      const texts = mails.filter(mail => mail.to.includes(email)).map(mail => mail.text)
      const links = texts.flatMap(text => text.match(new RegExp(`${path}#[\\w-]+`)) ?? [])
      link = links.at(-1) ?? ''
      return link
    })
    .not.toBe('')
  return link
}

/** The demo accounts: six roles, and three accounts that are not active. */
export const accounts = [
  'system_admin',
  'hq_admin',
  'country_admin',
  'club_admin_ln',
  'club_secretary',
  'member',
  'pending',
  'rejected',
  'inactive',
] as const
export type Account = (typeof accounts)[number]
export const password = 'perantau-demo'

/** Signs the browser in as a demo account through the API instead of the login form. */
export async function signIn(context: BrowserContext, account: Account): Promise<void> {
  const data = { email: `${account}@demo.test`, password }
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200)
}

/** Opens a page in a new browser context that is signed in as a demo account. */
export async function openPageSignedInAs(
  browser: Browser,
  account: Account,
  host = 'localhost',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://${host}:${port}` })
  await signIn(context, account)
  return context.newPage()
}

const baseUrl = `http://localhost:${port}`
async function postJson(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.ok, await response.clone().text()).toBe(true)
  return response
}

let approverCookie: Promise<string> | undefined
/** Signs in as a headquarters administrator for approvals. All tests of one test worker share this session. */
async function signInApprover(): Promise<string> {
  const { headers } = await postJson('/api/auth/login', { email: 'hq_admin@demo.test', password })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Approves or deactivates the user with the given email address, as a headquarters administrator. */
export async function approveOrDeactivateMember(
  email: string,
  decision: 'approve' | 'deactivate',
): Promise<void> {
  // Deactivating a user requires a recent re-authentication, so this test helper first signs in again as the admin.
  if (decision === 'approve') approverCookie ??= signInApprover()
  const cookie = await (decision === 'approve' && approverCookie ? approverCookie : signInApprover())
  const response = await fetch(`${baseUrl}/api/users?page=1&search=${email}`, { headers: { cookie } })
  const [{ id }] = (await response.json()) as [{ id: number }]
  await postJson(`/api/users/${id}/${decision}`, {}, cookie)
}

/**
 * Registers a new member for one test and approves the member. The password is `ownPassword`. Returns the email
 * address.
 */
export async function createMember(fullName: string): Promise<string> {
  const email = `${makeUnique('ahli').replace(' ', '')}@contoh.my`
  await postJson('/api/auth/register', { email, password: ownPassword, fullName, currentCountry: 'Japan' })
  await approveOrDeactivateMember(email, 'approve')
  return email
}
export const ownPassword = 'ombak-biru-77'

let counter = 0
/** Appends a suffix that makes the text unique across tests and test workers. */
export const makeUnique = (text: string) =>
  `${text} ${Date.now().toString(36)}${process.env.TEST_WORKER_INDEX ?? ''}x${counter++}`

export const findToast = (page: Page, text: string) =>
  page.locator('.mantine-Notification-root').filter({ hasText: text })

/** Clicks a checkbox and returns whether it looks checked immediately, before the server has saved the change. */
export const clickAndReadChecked = (box: Locator) =>
  box.evaluate((input: HTMLInputElement) => {
    input.click()
    return input.checked
  })

/** Delays the next request to the given URL until the returned function is called. */
export async function delayNextRequest(page: Page, url: string): Promise<() => void> {
  let releaseRequest = () => {}
  const gate = new Promise<void>(resolve => {
    releaseRequest = resolve
  })
  await page.route(
    url,
    async route => {
      await gate
      await route.continue()
    },
    { times: 1 },
  )
  return releaseRequest
}

/**
 * The minified script of axe. The script is evaluated in every checked page, and `axe.source` would cost twice the time.
 */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Accessibility rules that axe checks: by default all rules, or only the contrast of colours. Measuring the contrast
 * takes most of the time of axe, so the short test run omits this rule by default. The long run measures the contrast on
 * every screen and in every dialog.
 */
type Rules = 'default' | 'colours'
const axeOptions: Record<Rules, RunOptions> = {
  default: isLongRun ? {} : { rules: { 'color-contrast': { enabled: false } } },
  colours: { runOnly: ['color-contrast'] },
}
export type AccessibilityCheck = (page?: Page, within?: string, rules?: Rules) => Promise<void>

interface Fixtures {
  /** Origins of other servers that the page may contact during the test. */
  foreign: string[]
  /** Signs the test's browser in as a demo account without the login form. */
  login(account: Account): Promise<void>
  /** Fails if axe finds accessibility violations on the page or, with `within`, in a part of the page. */
  expectAccessible: AccessibilityCheck
  /** Fails the test if a page violates the Content-Security-Policy, contacts a third party, or throws an error. */
  watch: undefined
}

/** Collects Content-Security-Policy violations, requests to third parties and uncaught errors of all pages. */
export function collectPageErrorsAndCspViolations(
  context: BrowserContext,
  ownOrigins: (string | undefined)[],
): string[] {
  const faults: string[] = []
  context.on('weberror', error => faults.push(String(error.error())))
  context.on('console', message => {
    if (/Content Security Policy|Refused to|TrustedHTML|TrustedScript/.test(message.text()))
      faults.push(message.text())
  })
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    const isOwnOrigin = ownOrigins.includes(origin) || ['data:', 'blob:'].includes(protocol)
    if (!isOwnOrigin) faults.push(`request to ${request.url()}`)
  })
  return faults
}

export const test = base.extend<Fixtures>({
  foreign: [[], { option: true }],
  login: async ({ context }, use) => {
    await use(account => signIn(context, account))
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (target = page, within = 'html', rules = 'default') => {
      // The accessibility check waits until all content of the page has loaded.
      await expect(target.locator('main')).toBeVisible()
      await expect(target.locator(within).first()).toBeVisible()
      // The accessibility check waits, because Mantine labels a dialog only shortly after showing it.
      await expect(
        target.locator('[role=dialog]:not([aria-labelledby]):not([aria-label])'),
        'dialogs without a name',
      ).toHaveCount(0)
      // Waits until animations of the page have finished. Endless animations, such as spinners, are ignored.
      await target.waitForFunction(() =>
        document
          .getAnimations()
          .every(
            ({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
          ),
      )
      if (!(await target.evaluate(() => 'axe' in window))) await target.evaluate(axeSource)
      const violations = await target.evaluate(
        async ({ within, options }) => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, options)
          return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
        },
        { within, options: { resultTypes: ['violations'], ...axeOptions[rules] } satisfies RunOptions },
      )
      expect(violations).toEqual([])
    })
  },
  watch: [
    async ({ context, baseURL, foreign }, use) => {
      const faults = collectPageErrorsAndCspViolations(context, [baseURL, ...foreign])
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
