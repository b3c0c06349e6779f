import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callMembers } from '#server/db/schema/calls.ts'
import {
  collectCallEvents,
  createEncryptedTestGroup,
  createMemberForCallTests,
  joinCallOrThrow,
} from '#server/test/chat/call-members.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { startServerInstance } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { participantTimeout } from '#shared/contracts/calls/calls.schemas.ts'

const database = setUpDatabase()

test('after a server restart a call continues, and participants without heartbeats are removed after participantTimeout', async () => {
  const firstInstance = await startServerInstance(database.appUrl)
  const [ali, siti] = [
    await createMemberForCallTests(firstInstance, database.db),
    await createMemberForCallTests(firstInstance, database.db),
  ]
  const { id } = await joinCallOrThrow(ali, await createEncryptedTestGroup(database.db, [ali, siti]))
  await firstInstance.close()
  // The server was down for ten minutes and stored no heartbeats.
  const tenMinutesAgo = new Date(Date.now() - 600_000)
  await database.db.insert(callMembers).values({ callId: id, userId: siti.user.id, dev: siti.keys.dev })
  await database.db.update(callMembers).set({ seenAt: tenMinutesAgo })

  const startedAt = Date.now()
  const instance = await startServerInstance(database.appUrl)
  const { app, close } = instance
  const { changes, socket } = await collectCallEvents(instance, ali)
  const sendHeartbeat = async () => {
    const [url, headers] = [`/api/calls/${id}/alive`, { cookie: ali.cookie }]
    return (await app.inject({ method: 'POST', url, headers, payload: { dev: ali.keys.dev } })).statusCode
  }
  const findParticipations = () => database.db.select().from(callMembers).where(eq(callMembers.callId, id))
  const findMemberIds = async () => {
    const rows = await findParticipations()
    return rows.filter(({ leftAt }) => leftAt === null).map(({ userId }) => userId)
  }
  expect(await sendHeartbeat()).toBe(204)
  expect(await findMemberIds()).toHaveLength(2)
  const statuses = new Set<number>()
  await waitUntil(
    async () => {
      statuses.add(await sendHeartbeat())
      return (await findMemberIds()).length === 1
    },
    { seconds: 50 },
  )
  expect([...statuses]).toEqual([204])
  expect(await findMemberIds()).toEqual([ali.user.id])
  // The silent participant got the full `participantTimeout` after the restart.
  const departed = (await findParticipations()).find(({ userId }) => userId === siti.user.id)
  expect((departed?.leftAt?.getTime() ?? 0) - startedAt).toBeGreaterThanOrEqual(participantTimeout)
  await waitUntil(() => changes.length > 0)
  expect(changes).toMatchObject([{ id, endedAt: null, members: [{ userId: ali.user.id }] }])
  socket.close()
  await close()
})
