import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { demoPassword } from '#server/demo/accounts.ts'
import { keyOf, thumbnailKeyOf } from '#server/storage.ts'
import { freePort } from './app.ts'
import { runProgram, startProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'perantau-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function login(port: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'hq_admin@demo.test', password: demoPassword }),
  })
}

async function signIn(port: string): Promise<string> {
  return String((await login(port)).headers.get('set-cookie')).split(';')[0] as string
}

function call(port: string, method: string, path: string, cookie: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { cookie } })
}

async function upload(port: string, cookie: string): Promise<string> {
  const background = '#12807a'
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'gambar.png')
  const address = `http://127.0.0.1:${port}`
  const answer = await fetch(`${address}/api/files?kind=profile_image`, {
    method: 'POST',
    headers: { cookie, origin: address },
    body,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test('the embedded database moves to an empty machine, files and key included, while the program runs', async () => {
  const here = { DATA_DIR: join(folder, 'here'), PORT: String(await freePort()) }
  const there = { DATA_DIR: join(folder, 'there'), PORT: String(await freePort()) }
  const file = join(folder, 'backup.tar.gz')
  const program = await startProgram(here)
  const cookie = await signIn(here.PORT)
  const picture = await upload(here.PORT, cookie)
  const backup = runProgram('backup', here, { args: [file] })
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('2 files')])
  expect((await call(here.PORT, 'POST', '/api/auth/logout', cookie)).status).toBe(204)
  const again = runProgram('backup', here, { args: [file] })
  expect([await again.ended, again.output()]).toEqual([1, expect.stringContaining('exists already')])
  const intoRunning = runProgram('restore', here, { args: [file] })
  expect([await intoRunning.ended, intoRunning.output()]).toEqual([1, expect.stringContaining('in use')])
  expect((await login(here.PORT)).status).toBe(200)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)

  const restore = runProgram('restore', there, { args: [file] })
  expect([await restore.ended, restore.output()]).toEqual([
    0,
    expect.stringContaining('Restored and compared'),
  ])
  for (const path of [keyOf(picture), thumbnailKeyOf(picture)]) {
    const at = (place: { DATA_DIR: string }) => readFileSync(join(place.DATA_DIR, 'uploads', path))
    expect(at(there)).toEqual(at(here))
  }
  expect(readFileSync(join(there.DATA_DIR, 'secret.key'))).toEqual(
    readFileSync(join(here.DATA_DIR, 'secret.key')),
  )
  expect(existsSync(join(there.DATA_DIR, 'uploads.unfinished'))).toBe(false)
  const twice = runProgram('restore', there, { args: [file] })
  expect([await twice.ended, twice.output()]).toEqual([1, expect.stringMatching(/not empty/)])

  const moved = await startProgram(there)
  expect(moved.output()).not.toContain('Demo data loaded')
  expect((await login(there.PORT)).status).toBe(200)
  // Signed out after the backup was made: that stays so.
  expect((await call(there.PORT, 'GET', '/api/auth/me', cookie)).status).toBe(401)
  moved.child.kill('SIGTERM')
  expect(await moved.ended).toBe(0)
})
