// As most people here see it: an old phone, 360 or 390 pixels wide, touched with a thumb.
import type { Page } from '@playwright/test'
import { expect, newMember, test, unique } from './fixtures.ts'
import { overlays } from './overlays.ts'
import { comeByKeys, enterAs, seeManyWaiting } from './people.ts'
import { asPhone, bothRuns, holdPhone, isFromEverywhere, judge, judgeBoth, night, small } from './phone.ts'
import { follow } from './screens.ts'

for (const { about, tag } of bothRuns)
  test(`what opens over a screen fits a phone and a desk, in both themes, and is accessible${about}`, {
    tag,
  }, async ({ browser, expectAccessible }) => {
    test.slow()
    const page = await holdPhone(browser, 'system_admin', night)
    const see = (name: string) => judgeBoth(page, name, expectAccessible)
    // Screens themselves, and how they come, are looked at elsewhere.
    const go = async (path: string) => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await follow(page, path)
    }
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Buka menu' }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await see('open-menu')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Cari', exact: true }).tap()
    await page.getByRole('combobox').fill('london')
    await expect(page.getByRole('option').first()).toBeVisible()
    await see('open-search')
    await go('/members')
    await page.getByRole('button', { name: /^Tapis/ }).tap()
    await see('open-filters')
    await go('/member-approval')
    // One a screen, with what is decided by and what decides.
    await expect(page.getByRole('heading', { name: 'Semakan' })).toBeVisible()
    await see('applicant')
    // Conversations are looked at where people talk, too.
    const apart = overlays.filter(({ path }) => isFromEverywhere || !path.startsWith('/communication'))
    for (const { name, path, open } of apart) {
      await go(path)
      await open(page)
      await see(name)
    }
    await page.context().close()
  })

const bar = (page: Page) => page.getByRole('navigation', { name: 'Pintasan' })

test('the bar leads where most people go, counts what is unread, and makes room for the keyboard', async ({
  browser,
}) => {
  const page = await holdPhone(browser, 'member')
  await page.goto('/clubs')
  await expect(bar(page).getByRole('link')).toHaveText([
    'Dashboard',
    'Aktiviti',
    /^\d*Komunikasi(, \d+ belum dibaca)?$/,
    'Kad',
  ])
  await expect(bar(page).locator('[aria-current]')).toHaveCount(0)
  await bar(page).getByRole('link', { name: 'Kad' }).tap()
  await expect(page.getByRole('img', { name: 'Kod QR kad ahli' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Tutup kad' }).tap()
  await expect(page).toHaveURL('/clubs')
  await bar(page).getByRole('link', { name: 'Aktiviti' }).tap()
  await page
    .getByRole('region', { name: 'Senarai aktiviti' })
    .getByRole('article')
    .first()
    .tap({ position: { x: 30, y: 100 } })
  await expect(page).toHaveURL(/\/activities\/\d+$/)
  await expect(bar(page).getByRole('link', { name: 'Aktiviti' })).toHaveAttribute('aria-current', 'page')

  // The last thing of a page is not hidden behind it.
  await expect(page.getByRole('complementary', { name: 'Penyertaan' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const last = await page
    .locator('main > :last-child')
    .evaluate(element => element.getBoundingClientRect().bottom)
  expect(last).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0)

  // The keyboard of a phone takes half of what there is to see.
  await page.goto('/clubs')
  const search = page.getByRole('searchbox')
  await search.tap()
  await expect(bar(page)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 380 })
  await expect(bar(page)).toBeHidden()
  await search.blur()
  await expect(bar(page)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.setViewportSize({ width: 800, height: 740 })
  await expect(bar(page)).toBeHidden()
  await page.context().close()
})

test('a conversation has the whole height, its lock explains itself, and the composer stays above the keyboard', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const [aliName, sitiName] = [unique('Ali'), unique('Siti binti Abdul Rahman')]
  const [aliMail, sitiMail] = [await newMember(aliName), await newMember(sitiName)]
  const siti = await enterAs(browser, sitiMail, asPhone())
  await comeByKeys(siti)
  const ali = await enterAs(browser, aliMail, asPhone())
  await ali.goto('/communication')
  await ali.getByRole('searchbox', { name: 'Cari kumpulan atau orang' }).fill(sitiName)
  await ali.getByRole('region', { name: 'Orang' }).getByRole('button').first().tap()
  const composer = ali.getByRole('textbox', { name: /^Mesej kepada/ })
  for (const words of ['Baris\n'.repeat(20), 'Jumpa malam ini']) {
    await composer.fill(words)
    await ali.getByRole('button', { name: 'Hantar' }).tap()
  }
  const lastWords = ali.getByRole('log').getByText('Jumpa malam ini')
  await expect(lastWords).toBeInViewport()
  await expect(ali.getByText('Sedang dihantar…')).toHaveCount(0)
  await expect(ali.getByRole('banner')).toHaveCount(0)
  await expect(bar(ali)).toBeHidden()
  const head = ali.getByRole('heading', { level: 1, name: sitiName }).locator('xpath=ancestor::header')
  const box = await head.boundingBox()
  expect(box?.y).toBe(0)
  expect(box?.height).toBeLessThanOrEqual(60)

  // The whole note for whoever asks; nothing of it before.
  const note = ali.getByText('dilindungi oleh penyulitan hujung ke hujung', { exact: false })
  await expect(note).toHaveCount(0)
  await judge(ali, small, 'conversation-sealed')
  await expectAccessible(ali)
  await ali.getByRole('button', { name: 'Disulitkan hujung ke hujung' }).tap()
  await expect(note).toBeVisible()
  await expect(ali.getByRole('link', { name: 'Ketahui hadnya' })).toBeVisible()
  await judge(ali, small, 'conversation-lock')
  await expectAccessible(ali)
  await ali.keyboard.press('Escape')
  await expect(note).toHaveCount(0)

  // With the keyboard up: the newest words and the composer are seen, and only the messages scroll.
  await expect(ali.locator('meta[name=viewport]')).toHaveAttribute(
    'content',
    /interactive-widget=resizes-content/,
  )
  await composer.tap()
  await ali.setViewportSize({ width: 360, height: 400 })
  await expect(composer).toBeInViewport({ ratio: 1 })
  await expect(lastWords).toBeInViewport()
  expect(await ali.evaluate(() => document.documentElement.scrollHeight)).toBe(400)
  await ali.screenshot({ path: 'test-results/phone/360-conversation-keyboard.png' })
  await ali.setViewportSize({ width: 360, height: 740 })

  await ali.getByRole('button', { name: 'Maklumat perbualan' }).tap()
  await expect(ali.getByRole('dialog')).toBeVisible()
  await judge(ali, small, 'conversation-direct-info')
  await ali.keyboard.press('Escape')
  await ali.getByRole('button', { name: 'Kembali ke senarai kumpulan' }).tap()
  await expect(bar(ali)).toBeVisible()
  await expect(ali.getByRole('banner')).toBeVisible()
  await expect(ali.locator('meta[name=viewport]')).not.toHaveAttribute('content', /interactive-widget/)
  await judge(ali, small, 'conversation-list')

  // Where nothing is encrypted, that is said in words.
  await ali.goto('/communication?tab=global')
  await ali.getByRole('region', { name: 'Kumpulan' }).getByRole('listitem').getByRole('button').first().tap()
  const plain = ali.getByRole('button', { name: 'Tidak disulitkan' })
  await expect(plain).toHaveText('Tidak disulitkan')
  await plain.tap()
  await expect(ali.getByText('pentadbir sistem boleh membacanya', { exact: false })).toBeVisible()
  for (const page of [ali, siti]) await page.context().close()
})

test('people are rows that open as a whole; what can be done about them stands where they lead', {
  tag: '@long',
}, async ({ browser, playwright, baseURL, expectAccessible }) => {
  const api = await playwright.request.newContext({ baseURL })
  const apply = async (fullName: string, currentCountry?: string) => {
    const email = `${unique('baris').replace(' ', '')}@contoh.my`
    const data = { email, password: 'ombak-biru-77', fullName, currentCountry }
    expect((await api.post('/api/auth/register', { data })).status()).toBe(201)
  }
  const [lost, found] = [unique('Tanpa Negara'), unique('Ada Negara')]
  await apply(lost)
  await apply(found, 'Japan')
  const page = await holdPhone(browser, 'hq_admin', { width: 360, colorScheme: 'dark' })

  // One target a row, as high as a thumb likes and no higher than it needs.
  await page.goto('/members')
  const members = page.getByRole('list', { name: 'Senarai ahli' }).getByRole('listitem')
  await expect(members).toHaveCount(10)
  for (const row of await members.all()) {
    await expect(row.locator('a, button, input')).toHaveCount(1)
    const height = (await row.boundingBox())?.height ?? 0
    expect(height).toBeGreaterThanOrEqual(72)
    expect(height).toBeLessThanOrEqual(96)
  }

  // Somebody without a country is given one and then approved, all in the drawer.
  await seeManyWaiting(page)
  await page.goto('/user-management?tab=pending')
  const waiting = page.getByRole('list', { name: 'Permohonan yang menunggu' })
  await waiting.getByRole('button', { name: lost }).tap()
  const drawer = page.getByRole('dialog', { name: 'Butiran ahli' })
  await expect(drawer.getByRole('button', { name: 'Lulus' })).toBeDisabled()
  await expect(drawer.getByText('Tetapkan negara dahulu')).toBeVisible()
  await judge(page, { width: 360, colorScheme: 'dark' }, 'drawer-pending')
  await drawer.getByRole('button', { name: 'Tukar negara atau kelab' }).tap()
  const place = page.getByRole('dialog', { name: 'Tukar negara atau kelab' })
  await page.keyboard.press('Escape')
  await expect(place).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Tukar negara atau kelab' })).toBeFocused()
  await drawer.getByRole('button', { name: 'Tukar negara atau kelab' }).tap()
  await place.getByLabel(/^Negara/).selectOption('Japan')
  await place.getByRole('button', { name: 'Simpan' }).tap()
  await drawer.getByRole('button', { name: 'Lulus' }).tap()
  await expect(drawer.getByText('Aktif', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  // Several at once are chosen row by row, after one has said so.
  await page.getByRole('button', { name: 'Pilih beberapa' }).tap()
  await waiting.getByText(found).tap()
  await expect(page.getByRole('checkbox', { name: `Pilih ${found}` })).toBeChecked()
  await expectAccessible(page)
  await judge(page, { width: 360, colorScheme: 'dark' }, 'choosing')
  await page.getByRole('button', { name: 'Luluskan yang dipilih' }).tap()
  await expect(waiting.getByText(found)).toHaveCount(0)
  await page.context().close()
  await api.dispose()
})

test('filters come from below, count what they find, and stand as chips above the list', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const page = await holdPhone(browser, 'hq_admin')
  await page.goto('/members')
  const count = async (query: string) =>
    Number(
      (await page.request.get(`/api/users?page=1&pageSize=1&status=active${query}`)).headers()[
        'x-total-count'
      ],
    )
  await page.getByRole('button', { name: 'Tapis' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Tapis' })
  await sheet.getByLabel('Negara').selectOption('Japan')
  const japan = await count('&country=Japan')
  await expect(sheet.getByRole('button', { name: `Tunjukkan ${japan} hasil`, exact: true })).toBeVisible()
  await sheet.getByLabel('Peranan').selectOption('country_admin')
  const few = await count('&country=Japan&role=country_admin')
  const show = sheet.getByRole('button', { name: `Tunjukkan ${few} hasil`, exact: true })
  await expect(show).toBeInViewport({ ratio: 1 })
  await judge(page, small, 'filter-sheet')
  await expectAccessible(page)
  await show.tap()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: /^Tapis/ })).toBeFocused()
  await expect(page.getByText('Negara: Japan')).toBeVisible()
  await page.getByRole('button', { name: 'Buang penapis Peranan' }).tap()
  await expect(page).toHaveURL('/members?country=Japan')
  await judge(page, small, 'filter-chips')
  await page.getByRole('button', { name: /^Tapis/ }).tap()
  await sheet.getByRole('button', { name: 'Kosongkan' }).tap()
  await expect(page).toHaveURL('/members')
  await expect(sheet.getByLabel('Negara')).toHaveValue('')
  for (const path of ['/clubs', '/activities', '/audit', '/analytics']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Tapis' }).tap()
    await expect(sheet.getByRole('button', { name: /^Tunjuk/ })).toBeInViewport({ ratio: 1 })
    await judge(page, small, `filter-sheet${path.replace('/', '-')}`)
  }
  await page.context().close()
})
