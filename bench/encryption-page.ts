// Runs in the browser: what a message and a first look at a large group cost there.
import type { EpochBody } from '#shared/contracts/keys.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { membersAt } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { GroupWire } from '#web/lib/e2ee/group-ports.ts'
import { countStoreOf, groupStoreOf } from '#web/lib/e2ee/group-store.ts'
import { type Identity, identityFrom, newSeed } from '#web/lib/e2ee/identity.ts'
import { Trust } from '#web/lib/e2ee/trust.ts'

/** A server that keeps what it is given and serves it again, in memory: its time does not count here. */
function createServer(cards: Card[]) {
  const entries: Signed[] = []
  const epochs: EpochBody[] = []
  const memberIds = cards.map(({ userId }) => userId)
  let isStale = true
  return (userId: number): GroupWire => ({
    fetchRoster: async after => ({
      entries: entries.slice(after),
      memberIds,
      waiting: entries.length < 2 ? cards : [],
      last: entries.length,
    }),
    postRoster: async added => {
      entries.push(...added)
    },
    fetchEpochs: async after => ({
      epochs: epochs.slice(after).map(({ header, boxes }) => ({
        header,
        box: boxes.find(([id]) => id === userId)?.[1] ?? null,
      })),
      isStale,
      last: epochs.length,
    }),
    postEpoch: async body => {
      epochs.push(body)
      isStale = false
    },
    isConflict: () => false,
  })
}

async function timed<T>(work: () => Promise<T>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

export async function measure(people: number, messages: number) {
  const identities = await Promise.all(
    Array.from({ length: people }, (_, index) => identityFrom(newSeed(), index + 1, 1)),
  )
  const cards = identities.map(({ card }) => card)
  const wireFor = createServer(cards)
  const groupOf = ({ card }: Identity) =>
    new EncryptedGroup(groupFacts, {
      identity: identities[card.userId - 1] as Identity,
      wire: wireFor(card.userId),
      store: groupStoreOf(card.userId),
      counts: countStoreOf(card.userId, (identities[card.userId - 1] as Identity).dev),
      trust: new Trust({ load: async () => undefined, save: async record => record }),
    })
  const owner = groupOf(identities[0] as Identity)
  await owner.begin(
    cards.map(({ userId }) => userId),
    0,
  )
  const rotation = await timed(() => owner.seal('Pertama', 'first'))
  const reader = groupOf(identities[1] as Identity)
  const opening = await timed(() => reader.sync())
  const size = membersAt(reader.get().roster ?? never()).length

  const [sealing, reading]: [number[], number[]] = [[], []]
  for (let seq = 1; seq <= messages; seq++) {
    const clientId = `m${seq}`
    const words = `Mesej ke-${seq} tentang mesyuarat malam ini`
    const sealed = await timedResult(() => owner.seal(words, clientId))
    sealing.push(sealed.time)
    // It has arrived.
    await owner.settle(clientId, seq)
    const row = {
      id: seq,
      seq,
      groupId: 1,
      senderId: 1,
      sender,
      clientId,
      messageType: 'text',
      isHidden: false,
      isDeleted: false,
      editedAt: null,
      revision: null,
      reactionCount: 0,
      reactions: [],
      changeSeq: 0,

      createdAt: '',
    }
    const opened = await timedResult(() => reader.open({ ...row, ...sealed.result }))
    if (!('body' in opened.result) || opened.result.body !== words)
      throw new Error('it was not what was said')
    reading.push(opened.time)
  }
  return { size, rotation, opening, sealing: middle(sealing), reading: middle(reading) }
}

const groupFacts = { groupId: 1, shape: 'custom' as const }
const sender = { fullName: '', profileImageUrl: null }

function never(): never {
  throw new Error('no roster')
}

async function timedResult<T>(work: () => Promise<T>): Promise<{ time: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { time: performance.now() - start, result }
}

Object.assign(window, { measure })
