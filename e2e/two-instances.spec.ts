import { expect, test } from './fixtures.ts'
import { port } from './place.ts'
import { startBeside } from './program.ts'

const otherPort = port + 5
const other = `http://localhost:${otherPort}`
test.use({ baseURL: other })

test('two instances on one database: what happens on one is seen live by a browser on the other', async ({
  page,
  login,
}) => {
  const instance = await startBeside(otherPort)
  try {
    await login('hq_admin')
    await page.goto('/dashboard')
    const badge = page.getByRole('link', { name: /Kelulusan Ahli/ })
    await expect(badge).toContainText(/\d/)
    await expect(page.getByText('Sambungan langsung terputus')).toBeHidden()
    const before = Number((await badge.innerText()).match(/\d+/)?.[0])
    const response = await fetch(`http://localhost:${port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `dua${Date.now()}@contoh.my`,
        password: 'ombak-biru-77',
        fullName: 'Dua Pelayan',
      }),
    })
    expect(response.status).toBe(201)
    await expect.poll(async () => Number((await badge.innerText()).match(/\d+/)?.[0])).toBeGreaterThan(before)
    await page.getByRole('button', { name: /^Pemberitahuan/ }).click()
    await expect(page.getByText('Dua Pelayan memohon untuk menjadi ahli.')).toBeVisible()
  } finally {
    instance.kill('SIGTERM')
  }
})
