import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { mailboxPort, port } from './place.ts'

export { expect }

/** Of the newest mail to this address, the link it leads to; waits until it is there. */
export async function linkMailedTo(email: string, path: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`http://127.0.0.1:${mailboxPort}`)).json()) as {
        to: string[]
        text: string
      }[]
      const mine = mails.filter(mail => mail.to.includes(email)).map(mail => mail.text)
      const found = mine.flatMap(text => text.match(new RegExp(`${path}#[\\w-]+`)) ?? [])
      link = found.at(-1) ?? ''
      return link
    })
    .not.toBe('')
  return link
}

/** The demo accounts: six roles and three accounts that wait. */
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

/** Without going through the form. */
export async function signIn(context: BrowserContext, account: Account): Promise<void> {
  const data = { email: `${account}@demo.test`, password }
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200)
}

/** Another person at another device, signed in. */
export async function enter(browser: Browser, account: Account, host = 'localhost'): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://${host}:${port}` })
  await signIn(context, account)
  return context.newPage()
}

const home = `http://localhost:${port}`
async function post(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(home + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.ok, await response.clone().text()).toBe(true)
  return response
}

let approver: Promise<string> | undefined
/** Signed in once a worker, for approving alone: nobody ever signs this one out. */
async function signInApprover(): Promise<string> {
  const { headers } = await post('/api/auth/login', { email: 'hq_admin@demo.test', password })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** What headquarters decides about whoever has this address. */
export async function decide(email: string, decision: 'approve' | 'deactivate'): Promise<void> {
  // To send somebody away one has to have proved lately who one is.
  if (decision === 'approve') approver ??= signInApprover()
  const cookie = await (decision === 'approve' && approver ? approver : signInApprover())
  const found = await fetch(`${home}/api/users?page=1&search=${email}`, { headers: { cookie } })
  const [{ id }] = (await found.json()) as [{ id: number }]
  await post(`/api/users/${id}/${decision}`, {}, cookie)
}

/** A member of one's own to do anything with: registered, approved, with this password. */
export async function newMember(fullName: string): Promise<string> {
  const email = `${unique('ahli').replace(' ', '')}@contoh.my`
  await post('/api/auth/register', { email, password: ownPassword, fullName, currentCountry: 'Japan' })
  await decide(email, 'approve')
  return email
}
export const ownPassword = 'ombak-biru-77'

let said = 0
/** Words that no other test has said, nor this one. */
export const unique = (words: string) =>
  `${words} ${Date.now().toString(36)}${process.env.TEST_WORKER_INDEX ?? ''}x${said++}`

export const toast = (page: Page, words: string) =>
  page.locator('.mantine-Notification-root').filter({ hasText: words })

/** Whether a box that is ticked by hand stays ticked in that very moment, before anything was saved. */
export const tickNow = (box: Locator) =>
  box.evaluate((input: HTMLInputElement) => {
    input.click()
    return input.checked
  })

/** Holds the next call to this address back until the returned function is called. */
export async function holdNext(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(
    url,
    async route => {
      await gate
      await route.continue()
    },
    { times: 1 },
  )
  return release
}

/** Colours take longer to judge than all the rest. */
type Rules = 'all' | 'colours'
const rulesOf: Record<Rules, RunOptions> = {
  all: {},
  colours: { runOnly: ['color-contrast'] },
}
export type Accessible = (page?: Page, within?: string, rules?: Rules) => Promise<void>

interface Fixtures {
  /** Places beside our own that a test goes to on purpose. */
  foreign: string[]
  /** Signs this browser in as a demo account, without going through the form. */
  login(account: Account): Promise<void>
  /** Fails on any accessibility fault that axe can find on the page as it stands, in one part of it, or by some rules. */
  expectAccessible: Accessible
  /** Fails the test when a page breaks the content policy, asks a third party, or throws. */
  watch: undefined
}

/** Fills with what these pages must not do: break the content policy, ask a third party, throw. */
export function watchPages(context: BrowserContext, ours: (string | undefined)[]): string[] {
  const faults: string[] = []
  context.on('weberror', error => faults.push(String(error.error())))
  context.on('console', message => {
    if (/Content Security Policy|Refused to|TrustedHTML|TrustedScript/.test(message.text()))
      faults.push(message.text())
  })
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    const isOurs = ours.includes(origin) || ['data:', 'blob:'].includes(protocol)
    if (!isOurs) faults.push(`request to ${request.url()}`)
  })
  return faults
}

export const test = base.extend<Fixtures>({
  foreign: [[], { option: true }],
  login: async ({ context }, use) => {
    await use(account => signIn(context, account))
  },
  expectAccessible: async ({ page }, use) => {
    await use(async (target = page, within = 'html', rules = 'all') => {
      // What is still being fetched cannot be judged.
      await expect(target.locator('main')).toBeVisible()
      await expect(target.locator(within).first()).toBeVisible()
      // A dialog comes by its name a moment after it is drawn.
      await expect(
        target.locator('[role=dialog]:not([aria-labelledby]):not([aria-label])'),
        'dialogs without a name',
      ).toHaveCount(0)
      // Nor can what is just fading in or out; what turns for ever is meant to.
      await target.waitForFunction(() =>
        document
          .getAnimations()
          .every(
            ({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
          ),
      )
      // Half a megabyte of script: once for every page.
      if (!(await target.evaluate(() => 'axe' in window))) await target.evaluate(axe.source)
      const violations = await target.evaluate(
        async ({ within, options }) => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, options)
          return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
        },
        { within, options: { resultTypes: ['violations'], ...rulesOf[rules] } satisfies RunOptions },
      )
      expect(violations).toEqual([])
    })
  },
  watch: [
    async ({ context, baseURL, foreign }, use) => {
      const faults = watchPages(context, [baseURL, ...foreign])
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
