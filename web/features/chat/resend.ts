// What this device had said, and a server that was put back to an earlier state has lost, is said again.
import type { SendAnswer } from '#shared/contracts/socket.ts'
import { isForgotten } from '#web/lib/e2ee/counts.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { Wire } from './conversation-wire.ts'

const tries = 10
type OpenWire = Pick<Wire, 'fetchMessages' | 'send' | 'pause'>
type Sent = Awaited<ReturnType<EncryptedGroup['sentAfter']>>[number]

/** What is lost is the end: while one's newest message stands where it stood, so does all before it. */
async function isThere({ clientId, seq }: Sent, { fetchMessages }: OpenWire): Promise<boolean> {
  const [message] = await fetchMessages({ after: seq - 1, limit: 1 })
  return message?.seq === seq && message.clientId === clientId
}

async function sendAgain(group: EncryptedGroup, { send, pause }: OpenWire, one: Sent): Promise<SendAnswer> {
  const { clientId } = one
  let { sealed } = one
  let answer = await send({ clientId, ...sealed })
  for (let time = 0; time < tries && !answer.ok; time++) {
    if (answer.code === 'stale-epoch') sealed = await group.sealAgain(clientId, sealed)
    else if (answer.code === 'too_fast') await new Promise(resolve => setTimeout(resolve, pause))
    else return answer
    answer = await send({ clientId, ...sealed })
  }
  return answer
}

/** Over the wire as it is, before anything is sealed. Says whether something had been lost. */
export async function resend(group: EncryptedGroup, wire: OpenWire): Promise<boolean> {
  const sent = await group.sentAfter(0)
  const newest = sent.toSorted((a, b) => a.seq - b.seq).at(-1)
  if (!newest || (await isThere(newest, wire))) return false
  group.forgetPlaces()
  for (const one of sent) {
    if (isForgotten(one)) {
      // Deleted and lost: nobody waits for it.
      if (!(await isThere(one, wire))) await group.settle(one.clientId, undefined)
      continue
    }
    const answer = await sendAgain(group, wire, one)
    // The file it brought along is lost with the server's memory of it, and nobody waits for the message either.
    if (!answer.ok && answer.code === 'file_gone') {
      await group.settle(one.clientId, undefined)
      continue
    }
    // What is refused now is tried again with the next look.
    if (!answer.ok) break
    await group.settle(one.clientId, answer.message.seq)
  }
  return true
}
