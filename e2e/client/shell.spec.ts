// Tests the application shell: menu by role, header, theme, tooltips, toasts, search and keyboard operation.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import {
  type Account,
  approveOrDeactivateMember,
  createMember,
  delayNextRequest,
  expect,
  test,
} from '#e2e/support/fixtures.ts'
import { focusMenuItemWithArrowKey, focusWithTabKey } from '#e2e/support/keyboard.ts'
import { openPageSignedInAsMember } from '#e2e/support/members.ts'
import { expectScreenText, navigateWithoutPageReload } from '#e2e/support/navigation.ts'
import { expectedEntries, expectedWithoutEntry } from '#web/shell/navigation/expected-menu.ts'

/** Roles with the longest, a medium and the shortest menu. The file menu-entries.test.ts covers all six roles. */
const people: [role: Account, letter: string, name: string, label: string][] = [
  ['system_admin', 'S', 'Aisyah Rahman', 'Pentadbir Sistem'],
  ['country_admin', 'C', 'Nurul Huda Osman', 'Pentadbir Kelab Negara'],
  ['member', 'M', 'Amirul Hakim Yusof', 'Ahli Kelab'],
]

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** Finds the titles of the visible menu entries, without badges. */
function findNavigationEntries(page: Page) {
  return page
    .getByRole('navigation', { name: 'Menu utama' })
    .getByRole('link')
    .locator('> span:first-of-type')
}

for (const [role, letter, name, label] of people) {
  const ownEntries = expectedEntries.filter(([, , roles]) => roles.includes(letter)).map(([title]) => title)

  // The short test run checks only the shortest menu, that of a member.
  // The file menu-entries.test.ts covers the menus of all six roles without a browser.
  const tag = letter === 'M' ? [] : '@long'
  test(`${role} sees exactly its menu entries on desktop and phone, and can open only permitted screens, however the URL is spelled`, {
    tag,
  }, async ({ page, login, expectAccessible }) => {
    test.slow()
    await login(role)
    const requestedPaths: string[] = []
    page.on('request', request => requestedPaths.push(new URL(request.url()).pathname))
    await page.setViewportSize(desk)
    await page.goto('/dashboard')
    await expect(findNavigationEntries(page)).toHaveText(ownEntries)
    await expect(page.getByRole('heading', { name: 'Pentadbiran' })).toHaveCount(
      'SHC'.includes(letter) ? 1 : 0,
    )
    const header = page.getByRole('banner')
    await expect(header.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(header.getByRole('link', { name: 'Perantau', exact: true })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    await expect(header.getByText(name)).toBeVisible()
    await expect(header.getByText(role, { exact: true })).toBeVisible()
    await expect(page.getByText(label, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log Keluar' })).toHaveText('Log Keluar')
    const hasRequestedCount = () => requestedPaths.includes('/api/users/pending/count')
    if ('SHC'.includes(letter)) await expect.poll(hasRequestedCount).toBe(true)
    if ('SM'.includes(letter)) {
      await page.waitForLoadState('networkidle')
      await expectAccessible()
    }

    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.getByRole('navigation', { name: 'Menu utama' })).toBeHidden()
    await page.getByRole('button', { name: 'Buka menu' }).click()
    await expect(findNavigationEntries(page)).toHaveText(ownEntries)
    await expect
      .poll(async () => page.getByRole('dialog').boundingBox())
      .toEqual({ x: 0, y: 0, width: 288, height: 844 })
    // Accessibility is checked for the longest and the shortest menu, which contain all parts.
    if ('SM'.includes(letter)) await expectAccessible()
    await page.getByRole('link', { name: 'Kelab', exact: true }).click()
    await expect(page).toHaveURL('/clubs')
    await expect(page.getByRole('dialog')).toBeHidden()
    const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(pageWidth).toBeLessThanOrEqual(phone.width)

    await page.setViewportSize(desk)
    if (letter !== 'S') await expectOnlyOwnScreens(page, letter)
    if (letter === 'M') {
      await expectOtherSpellingsDenied(page)
      // The page for unknown URLs links other pages, but its hint for developers is only for administrators.
      await navigateWithoutPageReload(page, '/tiada/halaman')
      await expect(page.getByRole('main').getByRole('link', { name: 'Aktiviti' })).toBeVisible()
      await expect(page.getByText('web/router.tsx')).toHaveCount(0)
    }
    expect(hasRequestedCount()).toBe('SHC'.includes(letter))
  })
}

/** Opens every screen and expects its content or the access-denied message, depending on the role. */
async function expectOnlyOwnScreens(page: Page, letter: string): Promise<void> {
  // Screens that every role may open are opened only as a member.
  // The screen crawl (test that opens every screen) opens all screens as system administrator.
  const isMember = letter === 'M'
  const allEntries = [...expectedEntries, ...expectedWithoutEntry]
  for (const [title, path, roles] of allEntries.filter(entry => isMember || entry[2] !== 'SHCLYM')) {
    await navigateWithoutPageReload(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const denied = page.getByRole('heading', { name: 'Akses Ditolak' })
    await expect(page).toHaveTitle(
      new RegExp(`^(\\(\\d+\\) )?${roles.includes(letter) ? title : 'Akses Ditolak'} · Perantau$`),
    )
    if (roles.includes(letter)) {
      await expectScreenText(page, path)
      await expect(denied).toBeHidden()
    } else {
      await expect(denied).toBeVisible()
    }
  }
}

/** Expects that a member is denied access to protected screens even if their URLs are spelled differently. */
async function expectOtherSpellingsDenied(page: Page): Promise<void> {
  for (const url of ['/members/', '/Members', '/MEMBER-APPROVAL', '/audit/?page=1']) {
    await navigateWithoutPageReload(page, url)
    await expect(page.getByRole('heading', { name: 'Akses Ditolak' })).toBeVisible()
    await navigateWithoutPageReload(page, '/clubs')
    await expect(page.getByRole('heading', { name: 'Akses Ditolak' })).toBeHidden()
  }
}

test('a user who is deactivated while signed in sees only the status page', async ({ browser }) => {
  const email = await createMember('Ahli Yang Dinyahaktifkan')
  const page = await openPageSignedInAsMember(browser, email)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await approveOrDeactivateMember(email, 'deactivate')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akaun Tidak Aktif')
  await page.context().close()
})

test('an unknown URL shows administrators of the demo a 404 page with links and a hint', async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('hq_admin')
  expect((await page.goto('/tiada/halaman'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('404 Page Not Found · Perantau')
  const hint = page.getByText('web/router.tsx')
  await expect(hint).toBeHidden()
  await page.getByText('Untuk pembangun', { exact: true }).click()
  const readRightEdge = (box: Locator) => box.evaluate(element => element.getBoundingClientRect().right)
  expect(await readRightEdge(hint)).toBeLessThan(await readRightEdge(page.locator('.mantine-Card-root')))
  expect(await hint.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Halaman ini tidak dijumpai')
  await expectAccessible()
  await page.getByRole('link', { name: 'Kembali ke Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

test('the app shows a skeleton until the user is loaded, no early offline notice, a tooltip after 700 ms, and a toast for five seconds', async ({
  page,
  login,
}) => {
  await login('country_admin')
  await page.setViewportSize(desk)
  await page.clock.install()
  await page.routeWebSocket(/socket\.io/, () => {})

  await test.step('while the current user is loading, the page shows a skeleton', async () => {
    const release = await delayNextRequest(page, '**/api/auth/me')
    await page.goto('/dashboard')
    await expect(page.getByRole('status', { name: 'Sedang memuatkan...' })).toBeVisible()
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await page.waitForLoadState('networkidle')
  })

  await test.step('during a slow first connection, the page reports no lost connection', async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByText('Sambungan terputus. Sedang menyambung semula')).toHaveCount(0)
  })

  await test.step('a first tooltip appears after 700 ms, and a following tooltip appears at once', async () => {
    // The page's clock is paused and advanced in small steps, so that a slow machine adds no time and the page renders.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
    const advanceClock = async (time: number) => {
      for (let elapsed = 0; elapsed < time; elapsed += 50) await page.clock.runFor(50)
    }
    await page.getByRole('link', { name: /^Mesej/ }).hover()
    await advanceClock(650)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await advanceClock(200)
    await expect(page.getByRole('tooltip')).toHaveText(/^Mesej/)
    await page.getByRole('button', { name: /^Pemberitahuan/ }).hover()
    await advanceClock(150)
    await expect(page.getByRole('tooltip', { name: /^Pemberitahuan/ })).toBeVisible()
    await page.clock.resume()
  })

  await test.step('a failed action shows one toast for five seconds', async () => {
    await page.route('**/api/notifications/read', route => route.fulfill({ status: 500, body: '' }))
    const bell = page.getByRole('button', { name: /^Pemberitahuan/ })
    await bell.click()
    const readAll = page.getByRole('button', { name: 'Tandakan semua dibaca' })
    await readAll.click()
    const toast = page.getByRole('alert')
    await expect(toast).toHaveText(/Ralat.*Gagal menandakan pemberitahuan/s)
    // The toast appears below the header with search and bell.
    expect((await toast.boundingBox())?.y).toBeGreaterThanOrEqual(60)
    // A toast stays while the pointer is over it, so the test moves the pointer away.
    await page.mouse.move(0, 0)
    await readAll.press('Enter')
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(4000)
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(2000)
    await expect(toast).toHaveCount(0)
  })
})

test('a colour theme that the user chooses is remembered, and after an expired session signing in leads back to the previous page', async ({
  page,
  login,
  context,
}) => {
  await login('member')
  await test.step('the colour theme can be chosen, is remembered, and can follow the system again', async () => {
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/dashboard')
    const chooseTheme = async (theme: string) => {
      await page.getByRole('button', { name: 'Menu akaun' }).click()
      await page.getByRole('menuitem', { name: 'Tema' }).hover()
      await page.getByRole('menuitemradio', { name: theme }).click()
    }
    const root = page.locator('html')
    await chooseTheme('Gelap')
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload()
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await chooseTheme('Ikut sistem')
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  await test.step('an expired session leads to the login page, and signing in leads back to the previous page', async () => {
    // Without socket events, the page notices the expired session only at the click and not before.
    await page.routeWebSocket(/socket\.io/, () => {})
    await page.goto('/clubs?page=2')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelab')
    await page.waitForLoadState('networkidle')
    await context.clearCookies()
    await page.getByRole('button', { name: /^Pemberitahuan/ }).click()
    await expect(page).toHaveURL('/login?redirect=%2Fclubs%3Fpage%3D2')
    await page.getByLabel('Email').fill('member@demo.test')
    await page.getByRole('textbox', { name: 'Kata laluan' }).fill('perantau-demo')
    await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
    await expect(page).toHaveURL('/clubs?page=2')
  })
})

test('after signing out, the back button shows no data of the user', async ({ playwright, baseURL }) => {
  // The test needs the browser's back-forward cache, which Playwright disables by default.
  const browser = await playwright.chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ baseURL, viewport: desk })
  await page
    .context()
    .request.post('/api/auth/login', { data: { email: 'member@demo.test', password: 'perantau-demo' } })
  await page.goto('/clubs')
  await page.goto('/dashboard')
  await expect(page.getByText('Amirul Hakim Yusof').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log Keluar' }).click()
  await expect(page).toHaveURL('/login')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText('Amirul Hakim Yusof')).toHaveCount(0)
  await browser.close()
})

test('all functions of the application shell (header and menu) can be used by keyboard on a desktop', async ({
  page,
}) => {
  await page.setViewportSize(desk)
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  const { keyboard } = page
  await focusWithTabKey(page, /^Email$/)
  await keyboard.type('member@demo.test')
  await focusWithTabKey(page, /^Kata laluan$/)
  await keyboard.type('perantau-demo')
  await focusWithTabKey(page, /^Log Masuk$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText('Terus ke kandungan')
  await focusWithTabKey(page, /^Aktiviti$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/activities')
  await keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Cari kelab, aktiviti' })
  await expect(search).toBeFocused()
  await keyboard.type('perantau lon')
  const searchResults = page.getByRole('listbox', { name: 'Hasil carian' })
  // A user who may not list members finds no members in the search.
  await expect(searchResults.getByRole('group')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(searchResults).toBeHidden()
  await keyboard.press('ArrowDown')
  // The search may still show the results of a shorter query, so the test waits for the new results.
  await expect(searchResults.getByRole('option').first()).toContainText('Kelab Perantau London')
  await keyboard.press('ArrowDown')
  await expect(searchResults.getByRole('option', { selected: true })).toContainText('Kelab Perantau London')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Kelab Perantau London' })).toBeVisible()
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL('/activities')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aktiviti')
  await focusWithTabKey(page, /^Pemberitahuan/)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Pemberitahuan/ })).toBeFocused()
  await focusWithTabKey(page, /^Menu akaun$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  await focusMenuItemWithArrowKey(page, 'Tema')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('menuitemradio', { name: 'Terang' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Menu akaun' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  await focusMenuItemWithArrowKey(page, 'Log Keluar')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('all functions of the application shell (header and menu) can be used by keyboard on a phone', async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('member')
  await page.setViewportSize(phone)
  // The test opens the menu before the browser has loaded the code chunk of the menu.
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))
  const release = await delayNextRequest(page, `**/${manifest['shell/navigation/MenuDrawer.tsx'].file}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await focusWithTabKey(page, /^Buka menu$/)
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await focusWithTabKey(page, /^Kelab$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/clubs')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Buka menu' })).toBeFocused()
  await focusWithTabKey(page, /^Cari$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Cari kelab, aktiviti' })).toBeFocused()
  await page.keyboard.type('tiada-kelab-begini')
  await expect(page.getByText('Tiada padanan dijumpai')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cari', exact: true })).toBeFocused()
})

/** Clicks like assistive technology: without pointer, focus or key events before the click. */
const clickDirectly = (button: Locator) => button.evaluate((element: HTMLElement) => element.click())

const getChunkFile = (source: string): string =>
  JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))[source].file

test('a click without earlier pointer events loads the code of a dialog and opens it, and a toast reports when loading fails', async ({
  page,
  login,
}) => {
  await login('member')
  await page.setViewportSize(phone)
  const dialog = page.getByRole('dialog')
  const clickButton = (name: string | RegExp) =>
    clickDirectly(page.getByRole('button', { name, exact: true }).first())
  const openAfterFailedLoad = async (path: string, source: string, opener: string) => {
    const chunk = `**/${getChunkFile(source)}`
    await page.route(chunk, route => route.abort())
    await page.goto(path)
    await clickButton(opener)
    await expect(page.getByRole('alert')).toContainText('Sambungan ke pelayan terputus')
    await expect(dialog).toHaveCount(0)
    await page.unroute(chunk)
    await clickButton(opener)
  }
  await openAfterFailedLoad('/dashboard', 'shell/navigation/MenuDrawer.tsx', 'Buka menu')
  await expect(dialog.getByText('Log Keluar')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Kelab', exact: true })).toBeVisible()
  for (const { opener, shown } of [
    { opener: /^Pemberitahuan/, shown: dialog.getByText('Lihat semua') },
    { opener: 'Cari', shown: dialog.getByRole('combobox') },
    { opener: 'Menu akaun', shown: page.getByRole('menuitem', { name: 'Tetapan' }) },
  ]) {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await clickButton(opener)
    await expect(shown).toBeVisible()
  }
  await openAfterFailedLoad('/clubs', 'ui/list/FilterSheet.tsx', 'Tapis')
  await expect(dialog.getByText('Kosongkan')).toBeVisible()
  await expect(dialog.getByLabel('Negara')).toBeVisible()
})
