import { expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import { otherPort, port } from '#e2e/support/ports.ts'
import { startSecondServerInstance } from '#e2e/support/second-instance.ts'

const otherUrl = `http://localhost:${otherPort}`
test.use({ baseURL: otherUrl })

/** Registers an applicant through the first server instance. */
async function registerApplicant(fullName: string): Promise<void> {
  const response = await fetch(`http://localhost:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${fullName.replaceAll(' ', '')}@contoh.my`,
      password: 'ombak-biru-77',
      fullName,
    }),
  })
  expect(response.status).toBe(201)
}

test('an open page of the second server instance shows registrations on the first one, even after the second instance was restarted', {
  tag: '@long',
}, async ({ page, login }) => {
  test.slow()
  let instance = await startSecondServerInstance(otherPort)
  try {
    await login('hq_admin')
    await page.goto('/dashboard')
    const badge = page.getByRole('link', { name: /Kelulusan Ahli/ })
    await expect(badge).toContainText(/\d/)
    const readCount = async () => Number((await badge.innerText()).match(/\d+/)?.[0])
    await expect(page.getByText('Sambungan terputus. Sedang menyambung')).toBeHidden()
    const before = await readCount()
    const first = makeUnique('Dua Pelayan')
    await registerApplicant(first)
    await expect.poll(readCount).toBeGreaterThan(before)
    await page.getByRole('button', { name: /^Pemberitahuan/ }).click()
    await expect(page.getByText(`${first} memohon untuk menjadi ahli.`)).toBeVisible()
    await page.keyboard.press('Escape')

    // After a restart of the server instance, open pages reconnect and receive events again.
    await instance.stop()
    await expect(page.getByText('Sambungan terputus. Sedang menyambung')).toBeVisible()
    instance = await startSecondServerInstance(otherPort)
    await expect(page.getByText('Sambungan terputus. Sedang menyambung')).toBeHidden()
    await expect(page).toHaveURL('/dashboard')
    const between = await readCount()
    await registerApplicant(makeUnique('Pelayan Kembali'))
    await expect.poll(readCount).toBeGreaterThan(between)
  } finally {
    await instance.stop()
  }
})
