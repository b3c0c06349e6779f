// Dialogs with forms fill the screen of a phone, and their buttons stay visible on every device.
import type { Page } from '@playwright/test'
import { openNewGroupForm } from '#e2e/support/chat-page.ts'
import { expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'
import { expectNoLayoutFaults, openPageOnPhoneSignedInAs, smallLight } from '#e2e/support/layout-checks.ts'
import { findLayoutFaults } from '#e2e/support/layout-faults.ts'
import { navigateWithoutPageReload } from '#e2e/support/navigation.ts'
import { clickButton } from '#e2e/support/screenshot-scenes.ts'

const forms = [
  { name: 'activity', path: '/activities', open: clickButton('Cipta aktiviti'), first: 'Tajuk' },
  { name: 'club', path: '/clubs', open: clickButton('Cipta kelab'), first: 'Nama kelab' },
  { name: 'announcement', path: '/announcements', open: clickButton('Hebahan baharu'), first: 'Tajuk' },
  { name: 'roll-call', path: '/roll-calls', open: clickButton('Mulakan semakan'), first: 'Negara' },
  { name: 'group', path: '/communication', open: openNewGroupForm, first: 'Nama kumpulan' },
]

const phoneSize = { width: 360, height: 740 }

const findFooter = (page: Page) => page.getByRole('dialog').locator('[data-footer]')

async function openForm(page: Page, { path, open }: Pick<(typeof forms)[number], 'path' | 'open'>) {
  await navigateWithoutPageReload(page, path)
  await open(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

async function closeForm(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('dialogs with forms fill a phone and fit a desktop window and an on-screen keyboard, show invalid fields, keep typed values on Escape, and have accessible calendars', async ({
  browser,
  expectAccessible,
}) => {
  test.slow()
  const page = await openPageOnPhoneSignedInAs(browser, 'hq_admin', smallLight)
  await page.goto('/clubs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelab')

  for (const form of forms)
    await test.step(`the ${form.name} form fills the screen of a phone and fits a desktop window 800 pixels high, with its first field and buttons visible`, async () => {
      await page.setViewportSize(phoneSize)
      const dialog = await openForm(page, form)
      expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...phoneSize })
      for (const size of [phoneSize, { width: 1280, height: 800 }]) {
        await page.setViewportSize(size)
        await expect(dialog.getByLabel(form.first, { exact: false }).first()).toBeInViewport({ ratio: 1 })
        await expect(findFooter(page)).toBeInViewport({ ratio: 1 })
        const box = await dialog.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
      }
      expect(await findLayoutFaults(page, 0)).toEqual([])
      await page.setViewportSize(phoneSize)
      await expectNoLayoutFaults(page, smallLight, `form-${form.name}`)
      await closeForm(page)
    })

  await test.step('while the on-screen keyboard is open, a dialog fits the remaining height and shows the focused field above its buttons', async () => {
    const dialog = await openForm(page, { path: '/activities', open: clickButton('Cipta aktiviti') })
    const location = dialog.getByRole('textbox', { name: 'Lokasi' })
    await location.focus()
    // Chromium has no on-screen keyboard in tests, so the test replaces the visible part of the window.
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => 380 })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(380)
    const [field, footer] = [await location.boundingBox(), await findFooter(page).boundingBox()]
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(380)
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
    await page.evaluate(() => {
      Reflect.deleteProperty(visualViewport as object, 'height')
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(740)
  })

  await test.step('submitting invalid values scrolls to the first invalid field, even if that is a date whose input element is hidden', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tajuk').fill(makeUnique('Borang'))
    await dialog.getByLabel('Tamat', { exact: true }).fill('1 Jan 2026')
    await dialog.getByLabel('Mula', { exact: true }).fill('2 Jan 2026')
    await dialog.getByLabel('Tamat', { exact: true }).fill('1 Jan 2026')
    // When the dialog is scrolled to its end, the invalid field is out of sight.
    await dialog.getByRole('button', { name: 'Tambah soalan' }).scrollIntoViewIfNeeded()
    await findFooter(page).getByRole('button', { name: 'Cipta aktiviti' }).click()
    const wrong = dialog.locator('[aria-invalid=true]').first()
    await expect(wrong).toBeFocused()
    await expect(wrong).toBeInViewport({ ratio: 1 })
  })

  await test.step('the open calendar of a date field is accessible', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('dialog').getByLabel('Mula', { exact: true }).click()
    const calendar = page.getByRole('region', { name: 'Kalendar: Mula' })
    await expect(calendar).toBeVisible()
    await expectAccessible(page)
    await calendar.getByRole('button', { name: 'Pilih bulan' }).click()
    await expectAccessible(page)
  })

  await test.step('Escape in a form with typed values asks whether to discard the values, and the user can keep them', async () => {
    await page.goto('/clubs')
    const form = await openForm(page, { path: '/clubs', open: clickButton('Cipta kelab') })
    const name = form.getByLabel('Nama kelab')
    await name.fill('Kelab Perantau Izmir')
    const question = page.getByRole('dialog', { name: 'Buang apa yang anda isi?' })
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    // The Escape key closes only the question about discarding typed values, and not the form below the question.
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Kelab Perantau Izmir')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Buang' }).click()
    await expect(name).toHaveCount(0)
  })
  await page.context().close()
})

test('from the dashboard, a user can write an announcement in three clicks and open the membership card in two', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('club_admin_ln')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Hebahan baharu' }).click()
  const title = makeUnique('Ringkas')
  await page.getByLabel('Tajuk').fill(title)
  await page.getByRole('textbox', { name: 'Isi hebahan' }).fill('Jumpa malam ini.')
  await page.getByRole('button', { name: 'Seterusnya' }).click()
  await page.getByRole('button', { name: /^Hantar kepada/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(title).first()).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu akaun' }).click()
  await page.getByRole('menuitem', { name: 'Kad ahli' }).click()
  await expect(page).toHaveURL('/card')
})

test('an administrator changes the role of a member in three clicks from the dashboard', {
  tag: '@long',
}, async ({ page, login }) => {
  await login('hq_admin')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Senarai Ahli' }).click()
  const button = page.getByRole('button', { name: /^Ahli Kelab, tukar peranan/ }).first()
  const name = (await button.getAttribute('aria-label'))?.replace('Ahli Kelab, tukar peranan ', '') ?? ''
  await button.click()
  await page.getByRole('menuitemradio', { name: 'Setiausaha Kelab' }).click()
  await expect(findToast(page, 'Peranan pengguna berjaya dikemas kini')).toBeVisible()
  const changed = page.getByRole('button', { name: `Setiausaha Kelab, tukar peranan ${name}` }).first()
  await changed.click()
  await page.getByRole('menuitemradio', { name: 'Ahli Kelab' }).click()
  await expect(page.getByRole('button', { name: `Ahli Kelab, tukar peranan ${name}` }).first()).toBeVisible()
})

test('the member list shows its table without scrolling, with two rows of controls and complete email addresses', async ({
  page,
  login,
}) => {
  await login('hq_admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/members')
  const rows = page.getByRole('table', { name: 'Senarai ahli' }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await expect(rows.nth(5)).toBeInViewport({ ratio: 1 })
  const measured = await page.evaluate(() => {
    const table = document.querySelector('main table')
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(button, input, select, a)')]
      .filter(control => !table?.contains(control) && control.checkVisibility())
      .map(control => control.getBoundingClientRect())
      .filter(({ top, width }) => width > 1 && top < (table?.getBoundingClientRect().top ?? 0))
    const cut = [...(table?.querySelectorAll<HTMLElement>('td:nth-child(2) *') ?? [])].filter(
      element => element.clientWidth > 0 && element.scrollWidth > element.clientWidth,
    )
    return {
      controlRows: new Set(controls.map(({ top, height }) => Math.round(top + height / 2))).size,
      heights: [...(table?.querySelectorAll('tbody tr') ?? [])].map(
        row => row.getBoundingClientRect().height,
      ),
      cut: cut.map(element => element.textContent),
    }
  })
  expect(measured.controlRows).toBeLessThanOrEqual(2)
  expect(measured.cut).toEqual([])
  expect(Math.min(...measured.heights)).toBeGreaterThanOrEqual(60)
  expect(Math.max(...measured.heights)).toBeLessThanOrEqual(64)
})

test('the navigation beside the settings marks the visible section while the user scrolls', async ({
  page,
  login,
}) => {
  await login('member')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/settings')
  const current = page.getByRole('navigation', { name: 'Bahagian tetapan' }).locator('[aria-current]')
  await expect(current).toHaveText('Akaun')
  await page.getByRole('heading', { name: 'Keselamatan' }).evaluate(heading => heading.scrollIntoView())
  await expect(current).toHaveText('Keselamatan')
  await page.getByRole('link', { name: 'Paparan dan peranti' }).click()
  await expect(current).toHaveText('Paparan dan peranti')
})
