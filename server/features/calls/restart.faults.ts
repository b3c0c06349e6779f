import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callMembers } from '#server/db/schema/calls.ts'
import { buildCallGroup, enterCall, listenTo, personOn } from '#server/test/calls.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { startInstance } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'
import { callPatience } from '#shared/contracts/calls.ts'

const database = setUpDatabase()

test('over a restart a call goes on for those who come back; who does not is out, and no ghost stays', async () => {
  const before = await startInstance(database.appUrl)
  const [ali, siti] = [await personOn(before, database.db), await personOn(before, database.db)]
  const { id } = await enterCall(ali, await buildCallGroup(database.db, [ali, siti]))
  await before.close()
  // Nobody was there to hear them for ten minutes.
  const earlier = new Date(Date.now() - 600_000)
  await database.db.insert(callMembers).values({ callId: id, userId: siti.user.id, dev: siti.keys.dev })
  await database.db.update(callMembers).set({ seenAt: earlier })

  const startedAt = Date.now()
  const instance = await startInstance(database.appUrl)
  const { app, close } = instance
  const { changes, socket } = await listenTo(instance, ali)
  const alive = async () => {
    const [url, headers] = [`/api/calls/${id}/alive`, { cookie: ali.cookie }]
    return (await app.inject({ method: 'POST', url, headers, payload: { dev: ali.keys.dev } })).statusCode
  }
  const stays = () => database.db.select().from(callMembers).where(eq(callMembers.callId, id))
  const inside = async () => {
    const rows = await stays()
    return rows.filter(({ leftAt }) => leftAt === null).map(({ userId }) => userId)
  }
  expect(await alive()).toBe(204)
  expect(await inside()).toHaveLength(2)
  const answers = new Set<number>()
  await until(
    async () => {
      answers.add(await alive())
      return (await inside()).length === 1
    },
    { seconds: 50 },
  )
  expect([...answers]).toEqual([204])
  expect(await inside()).toEqual([ali.user.id])
  // They had as long to be heard as anybody has.
  const gone = (await stays()).find(({ userId }) => userId === siti.user.id)
  expect((gone?.leftAt?.getTime() ?? 0) - startedAt).toBeGreaterThanOrEqual(callPatience)
  await until(() => changes.length > 0)
  expect(changes).toMatchObject([{ id, endedAt: null, members: [{ userId: ali.user.id }] }])
  socket.close()
  await close()
})
