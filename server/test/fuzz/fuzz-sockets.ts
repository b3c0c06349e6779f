// The same over sockets: what a client may say, what it may nearly say, and what no client says.
import fc from 'fast-check'
import type { Socket } from 'socket.io-client'
import { connectSocket } from '#server/test/sockets.ts'
import { roles } from '#shared/constants.ts'
import { newSignal } from '#shared/contracts/calls.ts'
import { newMessage } from '#shared/contracts/chat.ts'
import type { ClientEvents } from '#shared/contracts/socket.ts'
import { errorTexts } from '#shared/errors.ts'
import type { Fuzzer } from './fuzz.ts'
import { readSchema, spoil, valuesFor } from './values.ts'

const groupId = fc.integer({ min: 1, max: 20 })
const payloads: Record<keyof ClientEvents, fc.Arbitrary<unknown>> = {
  'join-group': groupId,
  'leave-group': groupId,
  typing: groupId,
  'see-presence': fc.integer({ min: 1, max: 60 }),
  'call-signal': valuesFor(readSchema(newSignal)),
  'send-message': valuesFor(readSchema(newMessage)).chain(message =>
    groupId.map(group => ({ ...(message as object), groupId: group })),
  ),
}
const events = Object.keys(payloads) as (keyof ClientEvents)[]

export async function runSockets({ target, callers, random, logged }: Fuzzer, seed: number, count: number) {
  const url = await target.app.listen({ host: '127.0.0.1', port: 0 })
  const samples = Object.fromEntries(
    events.map(name => [name, fc.sample(payloads[name], { seed, numRuns: 60 })]),
  ) as Record<string, unknown[]>
  /** An earlier call may have ended this caller's session without anybody having noticed; somebody new comes then. */
  const open = async () => {
    const caller = random.pick(roles)
    const connect = async () =>
      connectSocket(url, { cookie: await callers.cookieOf(caller), origin: 'http://perantau.test' })
    return connect().catch(() => {
      callers.forget(caller)
      return connect()
    })
  }
  const sockets = await Promise.all(Array.from({ length: 6 }, open))
  const wrong: string[] = []

  async function say(index: number): Promise<void> {
    if (!sockets[index]?.connected) sockets[index] = await open()
    const socket = sockets[index] as Socket
    const name = random.pick(events)
    const value = random.pick(samples[name] ?? [])
    const args = [random.chance(0.4) ? spoil(random, value) : value]
    if (random.chance(0.05)) args.push(spoil(random, value))
    if (random.chance(0.05)) args.pop()
    // A client may leave out the acknowledgement, or be cut off for what it says.
    if (random.chance(0.1)) {
      socket.emit(name, ...args)
      return
    }
    const gone = new Promise<'gone'>(resolve => socket.once('disconnect', () => resolve('gone')))
    const answer = await Promise.race([
      gone,
      socket
        .timeout(10_000)
        .emitWithAck(name, ...args)
        .catch(() => 'silence'),
    ])
    if (answer === 'gone' || answer?.ok === true) return
    if (answer?.ok === false && answer.code in errorTexts && answer.code !== 'internal') return
    wrong.push(`${name} ${JSON.stringify(args).slice(0, 1000)} → ${JSON.stringify(answer)}`)
  }

  for (let done = 0; done < count && wrong.length < 10; done += sockets.length)
    await Promise.all(sockets.map((_socket, index) => say(index)))
  for (const socket of sockets) socket.disconnect()
  return [...wrong, ...logged()]
}
