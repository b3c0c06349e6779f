import type { Route } from '@playwright/test'
import { delayNextRequest, expect, password, test } from '#e2e/support/fixtures.ts'

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

test('the login page shows all its texts, is accessible in both themes, shows its pending and error states, and signs the user in', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  await test.step('the page shows all its texts and is accessible on phone and desktop, in the light and the dark theme', async () => {
    const expectAccessibleInAllThemes = async () => {
      for (const viewport of sizes) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize(viewport)
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
          // The dark theme changes only colours, so accessibility is checked there for contrast only.
          await expectAccessible(page, 'html', colorScheme === 'dark' ? 'colours' : 'default')
        }
      }
    }
    await page.goto('/login')
    await expect(page).toHaveTitle('Log Masuk · Perantau')
    for (const viewport of sizes) {
      await page.setViewportSize(viewport)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelab Perantau')
      await expect(page.getByText('Log masuk ke akaun anda')).toBeVisible()
      await expect(page.getByText('Masukkan maklumat anda untuk mengakses sistem')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Log masuk dengan Google' })).toBeVisible()
      await expect(page.getByText('Atau', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Daftar di sini' })).toHaveAttribute('href', '/register')
      await expect(page.getByRole('link', { name: 'Lupa kata laluan?' })).toHaveAttribute(
        'href',
        '/forgot-password',
      )
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
    await expect(page.getByText('Format email tidak sah')).toBeVisible()
    await expect(page.getByText('Kata laluan diperlukan')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectAccessibleInAllThemes()
  })

  await test.step('the form shows its idle, pending and error states, and a second attempt signs the user in', async () => {
    await page.getByRole('link', { name: 'Log masuk dengan Google' }).click()
    await expect(page).toHaveURL('/login?google=unavailable')
    await expect(page.getByRole('alert')).toHaveText(/Log masuk dengan Google belum disediakan/)
    const submit = page.locator('button[type=submit]')
    const releaseFirst = await delayNextRequest(page, '**/api/auth/login')
    await page.getByLabel('Email').fill('member@demo.test')
    await page.getByRole('textbox', { name: 'Kata laluan' }).fill('salah')
    await submit.click()
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveText('Sedang log masuk...')
    releaseFirst()
    await expect(page.getByRole('alert')).toHaveText('Email atau kata laluan tidak betul.')
    await expect(submit).toBeEnabled()
    await expect(submit).toHaveText('Log Masuk')
    await expectAccessible()
    await expect(page.getByLabel('Email')).toHaveValue('member@demo.test')
    await expect(page.getByRole('textbox', { name: 'Kata laluan' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Kata laluan' }).fill('')
    await submit.click()
    await expect(page.getByText('Kata laluan diperlukan')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Kata laluan' }).fill(password)

    // If the server's error response has no message, the login page shows a text of its own.
    const respondBadGateway = (route: Route) =>
      route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' })
    await page.route('**/api/auth/login', respondBadGateway, { times: 1 })
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText('Login gagal')
    await page.route('**/api/auth/login', route => route.abort(), { times: 1 })
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText(/Sambungan ke pelayan terputus/)

    const releaseSecond = await delayNextRequest(page, '**/api/auth/login')
    await submit.click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    releaseSecond()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('a signed-out user is redirected from every URL to the login page, and after signing in back to that URL', async () => {
    await page.context().clearCookies()
    const submitLogin = async () => {
      await page.getByLabel('Email').fill('member@demo.test')
      await page.getByRole('textbox', { name: 'Kata laluan' }).fill(password)
      await page.locator('button[type=submit]').click()
    }
    for (const path of ['/', '/members', '/tiada/apa-apa']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login\?redirect=/)
    }
    await page.goto('/activities')
    await submitLogin()
    await expect(page).toHaveURL('/activities')
    // When the URL to return to after signing in is on another site, the user gets to the dashboard instead.
    await page.context().clearCookies()
    await page.goto(`/login?redirect=${encodeURIComponent('//jahat.example')}`)
    await submitLogin()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('a signed-in user is redirected from the login page to the dashboard, and stays signed in when one request fails', async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('member')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/login?redirect=%2Fclubs%3Fpage%3D2')
  await expect(page).toHaveURL('/clubs?page=2')

  // A single failed request for the current user does not sign the user out.
  for (const failRequest of [
    (route: Route) => route.fulfill({ status: 500, body: '' }),
    (route: Route) => route.abort(),
  ]) {
    await page.route('**/api/auth/me', failRequest, { times: 1 })
    await page.goto('/activities')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aktiviti')
    await expect(page).toHaveURL('/activities')
  }

  await page.route('**/api/auth/me', route => route.fulfill({ status: 503, body: '' }))
  await page.goto('/activities')
  await expect(page).toHaveURL('/login?redirect=%2Factivities')
  await expect(page.getByRole('alert')).toContainText('Pelayan tidak menjawab')
  await expect(page.getByLabel('Email')).toBeHidden()
  await expectAccessible()
  await page.unroute('**/api/auth/me')
  await page.getByRole('button', { name: 'Cuba lagi' }).click()
  await expect(page).toHaveURL('/activities')
})
