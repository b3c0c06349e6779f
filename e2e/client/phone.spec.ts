// Tests the client on an old phone, 360 or 390 pixels wide, operated by touch.
import type { Page } from '@playwright/test'
import { openDirectMessage } from '#e2e/support/chat-page.ts'
import { expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import {
  buildPhoneOptions,
  checkLayoutAndAccessibility,
  expectNoLayoutFaults,
  openPageOnPhoneSignedInAs,
  smallDark,
  smallLight,
} from '#e2e/support/layout-checks.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '#e2e/support/layout-shifts.ts'
import { openPagesOfTwoMembers, showHundredApplicantsPerPage } from '#e2e/support/members.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'
import { overlays } from '#e2e/support/overlays.ts'

test('overlays fit phone and desktop in both themes and are accessible', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const page = await openPageOnPhoneSignedInAs(browser, 'system_admin', smallDark)
  const checkLayout = (name: string) => checkLayoutAndAccessibility(page, name, expectAccessible)
  // The test checks only dialogs and drawers, because screen-crawl.spec.ts checks the screens behind them.
  const openPath = async (path: string) => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await navigateWithoutPageReload(page, path)
  }
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Buka menu' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkLayout('open-menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Cari', exact: true }).tap()
  await page.getByRole('combobox').fill('london')
  await expect(page.getByRole('option').first()).toBeVisible()
  await checkLayout('open-search')
  await openPath('/members')
  await page.getByRole('button', { name: /^Tapis/ }).tap()
  await checkLayout('open-filters')
  await openPath('/member-approval')
  // On a phone, each applicant to decide about fills one screen, with the application and the decision buttons.
  await expect(page.getByRole('heading', { name: 'Semakan' })).toBeVisible()
  await checkLayout('applicant')
  for (const { name, path, open } of overlays) {
    await openPath(path)
    await open(page)
    await checkLayout(name)
  }
  await page.context().close()
})

const findNavigationBar = (page: Page) => page.getByRole('navigation', { name: 'Pintasan' })

test('the bottom bar of a phone links the main pages, counts unread messages, and is hidden while the keyboard is open', async ({
  browser,
}) => {
  const page = await openPageOnPhoneSignedInAs(browser, 'member')
  await page.goto('/clubs')
  await expect(findNavigationBar(page).getByRole('link')).toHaveText([
    'Dashboard',
    'Aktiviti',
    /^\d*Komunikasi(, \d+ belum dibaca)?$/,
    'Kad',
  ])
  await expect(findNavigationBar(page).locator('[aria-current]')).toHaveCount(0)
  await findNavigationBar(page).getByRole('link', { name: 'Kad' }).tap()
  await expect(page.getByRole('img', { name: 'Kod QR kad ahli' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Tutup kad' }).tap()
  await expect(page).toHaveURL('/clubs')
  await findNavigationBar(page).getByRole('link', { name: 'Aktiviti' }).tap()
  await page
    .getByRole('region', { name: 'Senarai aktiviti' })
    .getByRole('article')
    .first()
    .tap({ position: { x: 30, y: 100 } })
  await expect(page).toHaveURL(/\/activities\/\d+$/)
  await expect(findNavigationBar(page).getByRole('link', { name: 'Aktiviti' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  // The bottom bar does not cover the end of a page.
  await expect(page.getByRole('complementary', { name: 'Penyertaan' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const last = await page
    .locator('main > :last-child')
    .evaluate(element => element.getBoundingClientRect().bottom)
  expect(last).toBeLessThanOrEqual((await findNavigationBar(page).boundingBox())?.y ?? 0)

  // The on-screen keyboard takes half of the height of the window.
  await page.goto('/clubs')
  const search = page.getByRole('searchbox')
  await search.tap()
  await expect(findNavigationBar(page)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 380 })
  await expect(findNavigationBar(page)).toBeHidden()
  await search.blur()
  await expect(findNavigationBar(page)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.setViewportSize({ width: 800, height: 740 })
  await expect(findNavigationBar(page)).toBeHidden()
  await page.context().close()
})

test('the notification panel of a phone ends above the bottom bar and does not jump when its list arrives', async ({
  browser,
}) => {
  const page = await openPageOnPhoneSignedInAs(browser, 'hq_admin')
  await recordLayoutShifts(page)
  for (const size of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/dashboard')
    let releaseRequest = () => {}
    const isReleased = new Promise<void>(resolve => {
      releaseRequest = resolve
    })
    await page.route(/\/api\/notifications$/, async route => {
      await isReleased
      await route.continue()
    })
    await page.getByRole('button', { name: /^Pemberitahuan/ }).tap()
    const panel = page.getByRole('dialog', { name: 'Pemberitahuan' })
    await expect(panel).toBeVisible()
    releaseRequest()
    await expect(panel.getByRole('link', { name: 'Lihat semua pemberitahuan' })).toBeInViewport({ ratio: 1 })
    const [box, bar] = [await panel.boundingBox(), await findNavigationBar(page).boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    expect(box?.x).toBeGreaterThanOrEqual(0)
    await expectNoLayoutShift(page, `the notification panel at ${size.width} px`)
    await page.unrouteAll()
  }
  // In the list of all notifications, the menu of a row has the actions that a tap on the row does not take.
  await page.goto('/notifications')
  const menus = page.getByRole('button', { name: /^Tindakan lain: / })
  const marked = page.waitForResponse(
    response => response.request().method() !== 'GET' && response.url().includes('/api/notifications'),
  )
  await menus.first().tap()
  await page.getByRole('menuitem', { name: 'Tandakan dibaca' }).tap()
  expect((await marked).ok()).toBe(true)
  await page.context().close()
})

test('on a phone, the map lists countries as touch targets and can be enlarged, and rows of tabs fade out where tabs are hidden', async ({
  browser,
}) => {
  const page = await openPageOnPhoneSignedInAs(browser, 'system_admin')
  await page.goto('/analytics?tab=geography')
  const map = page.getByRole('img', { name: 'Ahli di seluruh dunia' })
  const whole = await map.getAttribute('viewBox')
  await page.getByRole('button', { name: 'Eropah' }).tap()
  await expect(map).not.toHaveAttribute('viewBox', whole ?? '')
  await page.getByRole('button', { name: /^Senaraikan \d+ negara/ }).tap()
  const japan = page.getByRole('button', { name: /^Japan/ })
  for (const button of [japan, page.getByRole('button', { name: 'Asia', exact: true })])
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  const tabs = page.getByRole('tablist')
  const readFadedEdges = () =>
    tabs.evaluate(({ style }) => ['start', 'end'].map(edge => style.getPropertyValue(`--fade-${edge}`)))
  await expect.poll(readFadedEdges).toEqual(['36px', expect.stringMatching(/^(0|36)px$/)])
  await tabs.evaluate(element => element.scrollTo({ left: 0 }))
  await expect.poll(readFadedEdges).toEqual(['0px', '36px'])
  await japan.tap()
  await expect(page.getByText('Negara: Japan')).toBeVisible()
  await page.context().close()
})

test('a chat on a phone fills the screen, explains its encryption, and shows the message input above the keyboard', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, siti, sitiName } = await openPagesOfTwoMembers(
    browser,
    buildPhoneOptions(),
    'Siti binti Abdul Rahman',
  )
  await openDirectMessage(ali, sitiName)
  const composer = ali.getByRole('textbox', { name: /^Mesej kepada/ })
  for (const text of ['Baris\n'.repeat(20), 'Jumpa malam ini']) {
    await composer.fill(text)
    await ali.getByRole('button', { name: 'Hantar' }).tap()
  }
  const lastMessage = ali.getByRole('log').getByText('Jumpa malam ini')
  await expect(lastMessage).toBeInViewport()
  await expect(ali.getByText('Sedang dihantar...')).toHaveCount(0)
  await expect(ali.getByRole('banner')).toHaveCount(0)
  await expect(findNavigationBar(ali)).toBeHidden()
  const head = ali.getByRole('heading', { level: 1, name: sitiName }).locator('xpath=ancestor::header')
  const box = await head.boundingBox()
  expect(box?.y).toBe(0)
  expect(box?.height).toBeLessThanOrEqual(60)

  // The full text about encryption appears only when the user requests it.
  const note = ali.getByText('dilindungi oleh penyulitan hujung ke hujung', { exact: false })
  await expect(note).toHaveCount(0)
  await expectNoLayoutFaults(ali, smallLight, 'conversation-sealed')
  await expectAccessible(ali)
  await ali.getByRole('button', { name: 'Disulitkan hujung ke hujung' }).tap()
  await expect(note).toBeVisible()
  await expect(ali.getByRole('link', { name: 'Ketahui hadnya' })).toBeVisible()
  await expectNoLayoutFaults(ali, smallLight, 'conversation-lock')
  await expectAccessible(ali)
  await ali.keyboard.press('Escape')
  await expect(note).toHaveCount(0)

  // With the on-screen keyboard open, the newest message and the input are visible, and only the messages scroll.
  await expect(ali.locator('meta[name=viewport]')).toHaveAttribute(
    'content',
    /interactive-widget=resizes-content/,
  )
  await composer.tap()
  await ali.setViewportSize({ width: 360, height: 400 })
  await expect(composer).toBeInViewport({ ratio: 1 })
  await expect(lastMessage).toBeInViewport()
  expect(await ali.evaluate(() => document.documentElement.scrollHeight)).toBe(400)
  await ali.screenshot({ path: 'test-results/phone/360-conversation-keyboard.png' })
  await ali.setViewportSize({ width: 360, height: 740 })

  await ali.getByRole('button', { name: 'Maklumat perbualan' }).tap()
  await expect(ali.getByRole('dialog')).toBeVisible()
  await expectNoLayoutFaults(ali, smallLight, 'conversation-direct-info')
  await ali.keyboard.press('Escape')
  await ali.getByRole('button', { name: 'Kembali ke senarai kumpulan' }).tap()
  await expect(findNavigationBar(ali)).toBeVisible()
  await expect(ali.getByRole('banner')).toBeVisible()
  await expect(ali.locator('meta[name=viewport]')).not.toHaveAttribute('content', /interactive-widget/)
  await expectNoLayoutFaults(ali, smallLight, 'conversation-list')

  // A chat group without encryption says in a text that it is not encrypted.
  await ali.goto('/communication?tab=global')
  await ali.getByRole('region', { name: 'Kumpulan' }).getByRole('listitem').getByRole('button').first().tap()
  const plaintextButton = ali.getByRole('button', { name: 'Tidak disulitkan' })
  await expect(plaintextButton).toHaveText('Tidak disulitkan')
  await plaintextButton.tap()
  await expect(ali.getByText('pentadbir sistem boleh membacanya', { exact: false })).toBeVisible()
  for (const page of [ali, siti]) await page.context().close()
})

test('on a phone, a member row is one touch target that opens the details, where all actions are', {
  tag: '@long',
}, async ({ browser, playwright, baseURL, expectAccessible }) => {
  const api = await playwright.request.newContext({ baseURL })
  const registerApplicant = async (fullName: string, currentCountry?: string) => {
    const email = `${makeUnique('baris').replace(' ', '')}@contoh.my`
    const data = { email, password: 'ombak-biru-77', fullName, currentCountry }
    expect((await api.post('/api/auth/register', { data })).status()).toBe(201)
  }
  const [nameWithoutCountry, nameWithCountry] = [makeUnique('Tanpa Negara'), makeUnique('Ada Negara')]
  await registerApplicant(nameWithoutCountry)
  await registerApplicant(nameWithCountry, 'Japan')
  const page = await openPageOnPhoneSignedInAs(browser, 'hq_admin', { width: 360, colorScheme: 'dark' })

  // Each row of the member list is a single touch target between 72 and 96 pixels high.
  await page.goto('/members')
  const members = page.getByRole('list', { name: 'Senarai ahli' }).getByRole('listitem')
  await expect(members).toHaveCount(10)
  for (const row of await members.all()) {
    await expect(row.locator('a, button, input')).toHaveCount(1)
    const height = (await row.boundingBox())?.height ?? 0
    expect(height).toBeGreaterThanOrEqual(72)
    expect(height).toBeLessThanOrEqual(96)
  }

  // An applicant without a country gets one and is approved in the details drawer.
  await showHundredApplicantsPerPage(page)
  await page.goto('/user-management?tab=pending')
  const waiting = page.getByRole('list', { name: 'Permohonan yang menunggu' })
  await waiting.getByRole('button', { name: nameWithoutCountry }).tap()
  const drawer = page.getByRole('dialog', { name: 'Butiran ahli' })
  await expect(drawer.getByRole('button', { name: 'Lulus' })).toBeDisabled()
  await expect(drawer.getByText('Tetapkan negara sebelum meluluskan')).toBeVisible()
  await expectNoLayoutFaults(page, { width: 360, colorScheme: 'dark' }, 'drawer-pending')
  await drawer.getByRole('button', { name: 'Tukar negara atau kelab' }).tap()
  const placementDialog = page.getByRole('dialog', { name: 'Tukar negara atau kelab' })
  await page.keyboard.press('Escape')
  await expect(placementDialog).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Tukar negara atau kelab' })).toBeFocused()
  await drawer.getByRole('button', { name: 'Tukar negara atau kelab' }).tap()
  await placementDialog.getByLabel(/^Negara/).selectOption('Japan')
  await placementDialog.getByRole('button', { name: 'Simpan' }).tap()
  await drawer.getByRole('button', { name: 'Lulus' }).tap()
  await expect(drawer.getByText('Aktif', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  // Several applicants can be selected only after the user has turned on the selection mode.
  await page.getByRole('button', { name: 'Pilih beberapa' }).tap()
  await waiting.getByText(nameWithCountry).tap()
  await expect(page.getByRole('checkbox', { name: `Pilih ${nameWithCountry}` })).toBeChecked()
  await expectAccessible(page)
  await expectNoLayoutFaults(page, { width: 360, colorScheme: 'dark' }, 'choosing')
  await page.getByRole('button', { name: 'Luluskan yang dipilih' }).tap()
  await expect(waiting.getByText(nameWithCountry)).toHaveCount(0)
  await page.context().close()
  await api.dispose()
})

test('on a phone, list filters open in a panel that shows the number of results, and appear as chips above the list', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const page = await openPageOnPhoneSignedInAs(browser, 'hq_admin')
  await page.goto('/members')
  const readCount = async (query: string) =>
    Number(
      (await page.request.get(`/api/users?page=1&pageSize=1&status=active${query}`)).headers()[
        'x-total-count'
      ],
    )
  await page.getByRole('button', { name: 'Tapis' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Tapis' })
  await sheet.getByLabel('Negara').selectOption('Japan')
  const japanCount = await readCount('&country=Japan')
  await expect(
    sheet.getByRole('button', { name: `Tunjukkan ${japanCount} hasil`, exact: true }),
  ).toBeVisible()
  await sheet.getByLabel('Peranan').selectOption('country_admin')
  const filteredCount = await readCount('&country=Japan&role=country_admin')
  const showButton = sheet.getByRole('button', { name: `Tunjukkan ${filteredCount} hasil`, exact: true })
  await expect(showButton).toBeInViewport({ ratio: 1 })
  await expectNoLayoutFaults(page, smallLight, 'filter-sheet')
  await expectAccessible(page)
  await showButton.tap()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: /^Tapis/ })).toBeFocused()
  await expect(page.getByText('Negara: Japan')).toBeVisible()
  await page.getByRole('button', { name: 'Buang penapis Peranan' }).tap()
  await expect(page).toHaveURL('/members?country=Japan')
  await expectNoLayoutFaults(page, smallLight, 'filter-chips')
  await page.getByRole('button', { name: /^Tapis/ }).tap()
  await sheet.getByRole('button', { name: 'Kosongkan' }).tap()
  await expect(page).toHaveURL('/members')
  await expect(sheet.getByLabel('Negara')).toHaveValue('')
  for (const path of ['/clubs', '/activities', '/audit', '/analytics']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Tapis' }).tap()
    await expect(sheet.getByRole('button', { name: /^Tunjuk/ })).toBeInViewport({ ratio: 1 })
    await expectNoLayoutFaults(page, smallLight, `filter-sheet${path.replace('/', '-')}`)
    // Phones have no counters above the activities, so the status filter states the counts.
    if (path === '/activities') await expect(sheet.getByLabel('Status')).toContainText(/Dirancang \(\d+\)/)
  }
  await page.context().close()
})
