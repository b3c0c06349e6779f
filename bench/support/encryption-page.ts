// Runs in the browser: measures encrypting and decrypting a message, and opening a large group for the first time.
import type { EpochBody } from '#shared/contracts/keys/keys.schemas.ts'
import { listMembersAfterMembershipChange } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { createIdentityKeys, generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import type { GroupClient } from '#web/lib/e2ee/group/group-ports.ts'
import { createGroupStore, createMessageCounterStore } from '#web/lib/e2ee/group/group-store.ts'
import { Trust } from '#web/lib/e2ee/trust/trust.ts'

/** An in-memory server that stores what it receives and returns it, so that no server time is measured. */
function createMemoryServer(cards: Card[]) {
  const entries: Signed[] = []
  const epochs: EpochBody[] = []
  const memberIds = cards.map(({ userId }) => userId)
  let isStale = true
  return (userId: number): GroupClient => ({
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

async function measureTime<T>(work: () => Promise<T>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const computeMedian = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

export async function measureEncryption(people: number, messages: number) {
  const identities = await Promise.all(
    Array.from({ length: people }, (_, index) => createIdentityKeys(generateKeySeed(), index + 1, 1)),
  )
  const cards = identities.map(({ card }) => card)
  const createWire = createMemoryServer(cards)
  const createGroup = ({ card }: Identity) =>
    new EncryptedGroup(groupFacts, {
      identity: identities[card.userId - 1] as Identity,
      wire: createWire(card.userId),
      store: createGroupStore(card.userId),
      counts: createMessageCounterStore(card.userId, (identities[card.userId - 1] as Identity).dev),
      trust: new Trust({ load: async () => undefined, save: async record => record }),
    })
  const owner = createGroup(identities[0] as Identity)
  await owner.createRoster(
    cards.map(({ userId }) => userId),
    0,
  )
  const rotation = await measureTime(() => owner.encrypt('Pertama', 'first'))
  const readingGroup = createGroup(identities[1] as Identity)
  const opening = await measureTime(() => readingGroup.sync())
  const size = listMembersAfterMembershipChange(readingGroup.get().roster ?? throwMissingRoster()).length

  const [encryptTimes, decryptTimes]: [number[], number[]] = [[], []]
  for (let seq = 1; seq <= messages; seq++) {
    const clientId = `m${seq}`
    const text = `Mesej ke-${seq} tentang mesyuarat malam ini`
    const encrypted = await measureResult(() => owner.encrypt(text, clientId))
    encryptTimes.push(encrypted.time)
    // Records that the server has accepted the message.
    await owner.settleMessage(clientId, seq)
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
    const decrypted = await measureResult(() => readingGroup.reader.decrypt({ ...row, ...encrypted.result }))
    if (!('body' in decrypted.result) || decrypted.result.body !== text)
      throw new Error('the decrypted text differs from the text that was encrypted')
    decryptTimes.push(decrypted.time)
  }
  return {
    size,
    rotation,
    opening,
    sealing: computeMedian(encryptTimes),
    reading: computeMedian(decryptTimes),
  }
}

const groupFacts = { groupId: 1, shape: 'custom' as const }
const sender = { fullName: '', profileImageUrl: null }

function throwMissingRoster(): never {
  throw new Error('no roster')
}

async function measureResult<T>(work: () => Promise<T>): Promise<{ time: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { time: performance.now() - start, result }
}

Object.assign(window, { measure: measureEncryption })
