import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, unique } from './fixtures.ts'
import { besideIt, port } from './place.ts'

const otherPort = port + 5
const other = `http://localhost:${otherPort}`
test.use({ baseURL: other })

async function startOther() {
  const instance = spawn(process.execPath, ['scripts/launch.mjs', 'main'], {
    env: { ...process.env, ...besideIt(otherPort) },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`${other}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isReady, { timeout: 20_000 }).toBe(200)
  return {
    stop: async () => {
      if (instance.exitCode !== null) return
      instance.kill('SIGTERM')
      await once(instance, 'exit')
    },
  }
}

/** At the first instance. */
async function register(fullName: string): Promise<void> {
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

test('two instances on one database: what happens on one is seen live on the other, also after that was restarted', async ({
  page,
  login,
}) => {
  test.slow()
  let instance = await startOther()
  try {
    await login('hq_admin')
    await page.goto('/dashboard')
    const badge = page.getByRole('link', { name: /Kelulusan Ahli/ })
    await expect(badge).toContainText(/\d/)
    const count = async () => Number((await badge.innerText()).match(/\d+/)?.[0])
    await expect(page.getByText('Sambungan langsung terputus')).toBeHidden()
    const before = await count()
    const first = unique('Dua Pelayan')
    await register(first)
    await expect.poll(count).toBeGreaterThan(before)
    await page.getByRole('button', { name: /^Pemberitahuan/ }).click()
    await expect(page.getByText(`${first} memohon untuk menjadi ahli.`)).toBeVisible()
    await page.keyboard.press('Escape')

    // Restarted like any release: whoever has a page open keeps it, and hears again.
    await instance.stop()
    await expect(page.getByText('Sambungan langsung terputus')).toBeVisible({ timeout: 10_000 })
    instance = await startOther()
    await expect(page.getByText('Sambungan langsung terputus')).toBeHidden({ timeout: 15_000 })
    await expect(page).toHaveURL('/dashboard')
    const between = await count()
    await register(unique('Pelayan Kembali'))
    await expect.poll(count).toBeGreaterThan(between)
  } finally {
    await instance.stop()
  }
})
