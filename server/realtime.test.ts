import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { createTestApp, freePort, type TestApp } from '#server/test/app.ts'
import { connectSocket, whenClosed } from '#server/test/sockets.ts'

let target: TestApp
let url: string

beforeAll(async () => {
  const port = await freePort()
  target = await createTestApp({ PORT: String(port), PUBLIC_URL: '' })
  url = `http://127.0.0.1:${port}`
  await target.app.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await target.app.close()
  await target.database.close()
})

describe('who gets a socket', () => {
  test('an active account with its cookie', async () => {
    const { cookie } = await target.asNew()
    const socket = await connectSocket(url, { cookie, origin: url })
    expect(socket.connected).toBe(true)
    socket.close()
  })

  test.each(['https://jahat.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1.jahat.example'])(
    'not a page of %s',
    async origin => {
      const { cookie } = await target.asNew()
      await expect(connectSocket(url, { cookie, origin })).rejects.toThrow()
      const polling = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, {
        headers: { cookie, origin },
      })
      expect(polling.status).toBe(403)
    },
  )

  test('not without a session, nor with an invented one', async () => {
    await expect(connectSocket(url, {})).rejects.toThrow('unauthenticated')
    await expect(connectSocket(url, { cookie: 'session=rekaan' })).rejects.toThrow('unauthenticated')
  })

  test.each(['pending', 'rejected', 'inactive'] as const)('not a %s account', async status => {
    const { cookie } = await target.asNew({ status })
    await expect(connectSocket(url, { cookie })).rejects.toThrow('unauthenticated')
  })
})

describe('within five seconds the socket is gone', () => {
  test.each([
    [
      'logout',
      async (id: number) => void (await target.database.db.delete(sessions).where(eq(sessions.userId, id))),
    ],
    [
      'deactivation',
      async (id: number) =>
        void (await target.database.db.update(users).set({ status: 'inactive' }).where(eq(users.id, id))),
    ],
    [
      'expiry',
      async (id: number) =>
        void (await target.database.db
          .update(sessions)
          .set({ expiresAt: new Date(0) })
          .where(eq(sessions.userId, id))),
    ],
  ])('after %s', async (_name, end) => {
    const gone = await target.asNew()
    const stays = await target.asNew()
    const socket = await connectSocket(url, { cookie: gone.cookie })
    const other = await connectSocket(url, { cookie: stays.cookie })
    await end(gone.user.id)
    const deadline = new Promise(resolve => setTimeout(resolve, 5000, 'still there'))
    expect(await Promise.race([whenClosed(socket), deadline])).toBe('io server disconnect')
    expect(other.connected).toBe(true)
    other.close()
  })
})
