// Runs the previous release and the current one on the same database during a rolling restart, under chat load.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { busChannel } from '#server/db/bus/bus.ts'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { root } from '#server/env.ts'
import {
  connectChatClient as connectPerson,
  createChatGroup,
  createSessionCookie,
} from '#server/test/chat/chat-client.ts'
import { expectNoMessageLost } from '#server/test/chat/chat-under-faults.ts'
import { startReliableChatClient } from '#server/test/chat/reliable-client.ts'
import { findFreePort } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import {
  buildPreviousRelease,
  explainMissingPreviousRelease,
  previousRelease,
} from '#server/test/processes/previous-release.ts'
import {
  buildServerEnvironment,
  type ProgramProcess,
  startServerProcess,
  stopProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const database = setUpDatabase({ empty: true })

const minutes = 60_000
/** Time limit of the test. Installing and building the previous release takes most of this time. */
const timeLimit = { timeout: 20 * minutes }
test(
  'a rolling restart from the previous release to this one and back loses no message and ends no process',
  timeLimit,
  async context => {
    const reason = explainMissingPreviousRelease()
    context.skip(reason !== undefined, reason)
    const folder = join(inject('scratch'), randomUUID())
    buildPreviousRelease(folder)
    const shared = await buildServerEnvironment(database)
    const ports = [await findFreePort(), await findFreePort()] as const
    const urls = ports.map(port => `http://127.0.0.1:${port}`)
    const programs: ProgramProcess[] = []
    const startInstance = async (instance: 0 | 1, release: 'previous' | 'present') => {
      const PORT = String(ports[instance])
      const env = { ...shared, PORT, PUBLIC_URL: urls[instance] as string }
      programs[instance] = await startServerProcess(env, release === 'previous' ? folder : root)
    }
    /** Checks that both server processes still run, then replaces one of them. */
    const replaceInstance = async (instance: 0 | 1, release: 'previous' | 'present') => {
      for (const { child, output } of programs) expect(child.exitCode, output()).toBeNull()
      const program = programs[instance] as ProgramProcess
      expect(await stopProcess(program), program.output()).toBe(0)
      await startInstance(instance, release)
    }

    // The database schema is that of the previous release until the first instance of this release starts.
    await startInstance(0, 'previous')
    await startInstance(1, 'previous')
    await replaceInstance(1, 'present')

    const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(database.db)))
    const groupId = await createChatGroup(database.db, people)
    const cookies = await Promise.all(people.map(({ id }) => createSessionCookie(database.db, id)))
    const clients = cookies.map((cookie, n) =>
      startReliableChatClient(urls[n % 2] as string, cookie, groupId),
    )
    const countAcknowledged = (instance: number) =>
      clients.filter((_, n) => n % 2 === instance).reduce((sum, client) => sum + client.acknowledged.size, 0)
    /** Waits until each instance has acknowledged 60 more messages. */
    const waitForMoreMessages = async () => {
      const goals = [countAcknowledged(0) + 60, countAcknowledged(1) + 60] as const
      const joinProgramOutputs = () => programs.map(({ output }) => output()).join('\n')
      await waitUntil(() => countAcknowledged(0) >= goals[0] && countAcknowledged(1) >= goals[1], {
        seconds: 120,
        say: joinProgramOutputs,
      })
    }
    let isOver = false
    const sending = clients.map(client => client.sendMessages(() => isOver))
    const listener = await openDedicatedConnection(database.url)
    let notificationCount = 0
    listener.on('notification', () => notificationCount++)
    await listener.query(`listen ${busChannel}`)
    try {
      await waitForMoreMessages()
      // The previous release does not know the types of these events (typing and presence).
      const person = await connectPerson(urls[1] as string, cookies[1] as string)
      await person.join(groupId)
      expect(await person.socket.emitWithAck('typing', groupId)).toMatchObject({ ok: true })
      expect(await person.socket.emitWithAck('see-presence', people[0]?.id as number)).toMatchObject({
        ok: true,
      })
      person.socket.close()
      await waitForMoreMessages()
      await replaceInstance(0, 'present')
      await waitForMoreMessages()
      await replaceInstance(1, 'previous')
      await waitForMoreMessages()
      await replaceInstance(1, 'present')
      await waitForMoreMessages()
      isOver = true
      await Promise.all(sending)
      await expectNoMessageLost(database.db, groupId, clients)
      for (const { child, output } of programs) expect(child.exitCode, output()).toBeNull()
      console.warn(
        `${previousRelease.version} beside this release: ${countAcknowledged(0)} and ${countAcknowledged(1)} messages acknowledged, ` +
          `all stored once and in order; ${notificationCount} notifications; no process ended by itself`,
      )
    } finally {
      isOver = true
      for (const client of clients) client.close()
      await listener.end()
      for (const program of programs) await stopProcess(program, 'SIGKILL')
    }
  },
)
