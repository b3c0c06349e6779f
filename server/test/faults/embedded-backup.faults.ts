// Moves an installation with the embedded database to another machine by backup and restore.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { demoPassword } from '#server/demo/accounts.ts'
import { buildFileStorageKey, buildThumbnailKey } from '#server/storage.ts'
import { findFreePort } from '#server/test/harness/app.ts'
import { spawnServerProgram, startServerProcess } from '#server/test/processes/program-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'perantau-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function attemptSignIn(port: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'hq_admin@demo.test', password: demoPassword }),
  })
}

async function signIn(port: string): Promise<string> {
  return String((await attemptSignIn(port)).headers.get('set-cookie')).split(';')[0] as string
}

function callApi(port: string, method: string, path: string, cookie: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { cookie } })
}

async function uploadPicture(port: string, cookie: string): Promise<string> {
  const background = '#12807a'
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'gambar.png')
  const origin = `http://127.0.0.1:${port}`
  const response = await fetch(`${origin}/api/files?kind=profile_image`, {
    method: 'POST',
    headers: { cookie, origin: origin },
    body,
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}

test('a backup of a running server with the embedded database can be restored on an empty machine, with uploaded files and secret key', async () => {
  const source = { DATA_DIR: join(folder, 'here'), PORT: String(await findFreePort()) }
  const destination = { DATA_DIR: join(folder, 'there'), PORT: String(await findFreePort()) }
  const file = join(folder, 'backup.tar.gz')
  const program = await startServerProcess(source)
  const cookie = await signIn(source.PORT)
  const picture = await uploadPicture(source.PORT, cookie)
  const backup = spawnServerProgram('backup', source, { args: [file] })
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('2 files')])
  expect((await callApi(source.PORT, 'POST', '/api/auth/logout', cookie)).status).toBe(204)
  const secondBackup = spawnServerProgram('backup', source, { args: [file] })
  expect([await secondBackup.ended, secondBackup.output()]).toEqual([
    1,
    expect.stringContaining('exists already'),
  ])
  const intoRunning = spawnServerProgram('restore', source, { args: [file] })
  expect([await intoRunning.ended, intoRunning.output()]).toEqual([1, expect.stringContaining('in use')])
  expect((await attemptSignIn(source.PORT)).status).toBe(200)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)

  const restore = spawnServerProgram('restore', destination, { args: [file] })
  expect([await restore.ended, restore.output()]).toEqual([
    0,
    expect.stringContaining('Restored and compared'),
  ])
  for (const path of [buildFileStorageKey(picture), buildThumbnailKey(picture)]) {
    const readUpload = (machine: { DATA_DIR: string }) =>
      readFileSync(join(machine.DATA_DIR, 'uploads', path))
    expect(readUpload(destination)).toEqual(readUpload(source))
  }
  expect(readFileSync(join(destination.DATA_DIR, 'secret.key'))).toEqual(
    readFileSync(join(source.DATA_DIR, 'secret.key')),
  )
  expect(existsSync(join(destination.DATA_DIR, 'uploads.unfinished'))).toBe(false)
  const secondRestore = spawnServerProgram('restore', destination, { args: [file] })
  expect([await secondRestore.ended, secondRestore.output()]).toEqual([1, expect.stringMatching(/not empty/)])

  const moved = await startServerProcess(destination)
  expect(moved.output()).not.toContain('Demo data loaded')
  expect((await attemptSignIn(destination.PORT)).status).toBe(200)
  // The user signed out of this session after the backup was made. The restore must not make the session valid again.
  expect((await callApi(destination.PORT, 'GET', '/api/auth/me', cookie)).status).toBe(401)
  moved.child.kill('SIGTERM')
  expect(await moved.ended).toBe(0)
})
