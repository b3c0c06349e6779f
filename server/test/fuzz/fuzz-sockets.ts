// Fuzz test of socket events: valid events, nearly valid events and events that no client sends.
import fc from 'fast-check'
import type { Socket } from 'socket.io-client'
import { connectSocket } from '#server/test/harness/sockets.ts'
import { roles } from '#shared/constants.ts'
import { newSignal } from '#shared/contracts/calls/calls.schemas.ts'
import { newMessage } from '#shared/contracts/chat/chat.schemas.ts'
import type { ClientEvents } from '#shared/realtime/socket-events.ts'
import { errorTexts } from '#texts/errors.ts'
import type { Fuzzer } from './fuzz.ts'
import { addDefectToValue, convertZodSchemaToJsonSchema, generateValuesOfSchema } from './values.ts'

const groupId = fc.integer({ min: 1, max: 20 })
const payloads: Record<keyof ClientEvents, fc.Arbitrary<unknown>> = {
  'join-group': groupId,
  'leave-group': groupId,
  typing: groupId,
  'see-presence': fc.integer({ min: 1, max: 60 }),
  'call-signal': generateValuesOfSchema(convertZodSchemaToJsonSchema(newSignal)),
  'send-message': generateValuesOfSchema(convertZodSchemaToJsonSchema(newMessage)).chain(message =>
    groupId.map(group => ({ ...(message as object), groupId: group })),
  ),
}
const events = Object.keys(payloads) as (keyof ClientEvents)[]

export async function fuzzSockets({ target, callers, random, logged }: Fuzzer, seed: number, count: number) {
  const url = await target.app.listen({ host: '127.0.0.1', port: 0 })
  const samples = Object.fromEntries(
    events.map(name => [name, fc.sample(payloads[name], { seed, numRuns: 60 })]),
  ) as Record<string, unknown[]>
  /**
   * Connects a socket. When an earlier request has ended the session of this caller, a new user replaces the caller.
   */
  const openSocket = async () => {
    const caller = random.pick(roles)
    const connectSocketOfCaller = async () =>
      connectSocket(url, { cookie: await callers.cookieOf(caller), origin: 'http://perantau.test' })
    return connectSocketOfCaller().catch(() => {
      callers.forget(caller)
      return connectSocketOfCaller()
    })
  }
  const sockets = await Promise.all(Array.from({ length: 6 }, openSocket))
  const failures: string[] = []

  async function emitRandomEvent(index: number): Promise<void> {
    if (!sockets[index]?.connected) sockets[index] = await openSocket()
    const socket = sockets[index] as Socket
    const name = random.pick(events)
    const value = random.pick(samples[name] ?? [])
    const args = [random.chance(0.4) ? addDefectToValue(random, value) : value]
    if (random.chance(0.05)) args.push(addDefectToValue(random, value))
    if (random.chance(0.05)) args.pop()
    // Events without an acknowledgement callback get no response, and the server may disconnect the client.
    if (random.chance(0.1)) {
      socket.emit(name, ...args)
      return
    }
    const disconnected = new Promise<'gone'>(resolve => socket.once('disconnect', () => resolve('gone')))
    const acknowledgement = await Promise.race([
      disconnected,
      socket
        .timeout(10_000)
        .emitWithAck(name, ...args)
        .catch(() => 'silence'),
    ])
    if (acknowledgement === 'gone' || acknowledgement?.ok === true) return
    if (
      acknowledgement?.ok === false &&
      acknowledgement.code in errorTexts &&
      acknowledgement.code !== 'internal'
    )
      return
    failures.push(`${name} ${JSON.stringify(args).slice(0, 1000)} → ${JSON.stringify(acknowledgement)}`)
  }

  for (let done = 0; done < count && failures.length < 10; done += sockets.length)
    await Promise.all(sockets.map((_socket, index) => emitRandomEvent(index)))
  for (const socket of sockets) socket.disconnect()
  return [...failures, ...logged()]
}
