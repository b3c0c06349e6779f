// @vitest-environment node
// A randomly dishonest server. Three devices chat on an honest server; then a server randomly alters what it sends.
// The oracle knows all true messages and recipients. LYING_SERVER_RUNS and LYING_SERVER_SEED repeat a long run.
import { beforeAll, expect, test } from 'vitest'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { EpochBody } from '#shared/contracts/keys/keys.schemas.ts'
import { parseGroupKeyHeader } from '#shared/e2ee/epoch.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { hashTextWithSignature } from '#shared/e2ee/signed-text.ts'
import { findMissingReorderedOrOutdatedMessages } from '#web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.ts'
import { createIdentityKeys, generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { decryptGroupKey } from '#web/lib/e2ee/message/epoch-keys.ts'
import {
  type Accomplices,
  applyRandomDishonestServerChanges,
  createSeededRandom,
  type Random,
  type ServedConversation,
} from './alterations.ts'
import { expectOnlySentMessagesShown } from './expect-only-sent-messages-shown.ts'
import {
  cloneStoredStateOfTestDevice,
  createDeviceMemory,
  type DeviceMemory,
  MemoryDevice,
  type ServerView,
} from './memory-server.ts'
import {
  aliId,
  clubId,
  countryId,
  createTestConversations,
  customId,
  directId,
  meiId,
  names,
  openAndVerifyGroupOnTestDevice,
  RecordedConversation,
  rajuId,
  sitiId,
  storeSignedMemberNames,
  type World,
  worldId,
} from './recorded-conversations.ts'
import { simulateChatPageLoadingConversation } from './simulate-chat-page-loading-conversation.ts'

const runs = Number(process.env.LYING_SERVER_RUNS ?? 60)
/** Short runs repeat the same alterations, so only a code change can make them fail. Long runs try new alterations. */
const defaultSeed = process.env.LYING_SERVER_RUNS ? Date.now() % 1_000_000_000 : 1
const firstSeed = Number(process.env.LYING_SERVER_SEED ?? defaultSeed)
const outsiderId = 9

/** User ids of the members of each encrypted group at the end of the recording. */
const meant: Record<number, number[]> = { [directId]: [aliId, sitiId], [customId]: [aliId, sitiId, meiId] }
const plaintextSlots: Record<number, Partial<GroupRow>> = {
  [countryId]: { type: 'country', country: 'Japan' },
  [clubId]: { type: 'club', clubId: 4 },
  [worldId]: { type: 'global' },
}

let world: World
let said: Record<number, RecordedConversation>
/** Data stored on the devices of Ali, Siti and Mei at the end of the recording, copied for each test run. */
let stored: Record<number, DeviceMemory>
let accomplices: Accomplices
let falseIdentities: Identity[]
let newestEpochs: Record<number, string>

const getDevice = (userId: number) => world.devices[userId] as MemoryDevice

async function recordDirectConversation(): Promise<RecordedConversation> {
  const talk = new RecordedConversation(directId)
  const atAli = await openAndVerifyGroupOnTestDevice(world, aliId, directId)
  await atAli.createRoster([], 0)
  const atSiti = await openAndVerifyGroupOnTestDevice(world, sitiId, directId)
  const [ali, siti] = [getDevice(aliId), getDevice(sitiId)]
  const question = await talk.say(ali, atAli, 'Jumpa esok?')
  const price = await talk.say(ali, atAli, 'Harganya RM1000')
  await talk.say(siti, atSiti, 'Setuju', question)
  await talk.edit(ali, atAli, price, 'Harganya RM100')
  await talk.edit(ali, atAli, price, 'Harganya RM10')
  await talk.react(siti, atSiti, question, '👍')
  await talk.react(siti, atSiti, question, '')
  const mistake = await talk.say(ali, atAli, 'Salah hantar')
  await talk.say(siti, atSiti, 'Baik')
  await talk.remove(ali, atAli, mistake)
  await talk.react(siti, atSiti, price, '😂')
  await talk.say(ali, atAli, 'Jumpa di stesen')
  await talk.say(siti, atSiti, 'Ya', price)
  return talk
}

async function recordCustomGroup(): Promise<RecordedConversation> {
  const talk = new RecordedConversation(customId)
  const { memberIds } = world.server.getGroup(customId)
  memberIds.push(rajuId)
  const atAli = await openAndVerifyGroupOnTestDevice(world, aliId, customId)
  await atAli.createRoster([sitiId, rajuId], 0)
  const [atSiti, atRaju] = [
    await openAndVerifyGroupOnTestDevice(world, sitiId, customId),
    await openAndVerifyGroupOnTestDevice(world, rajuId, customId),
  ]
  const [ali, siti, mei, raju] = [getDevice(aliId), getDevice(sitiId), getDevice(meiId), getDevice(rajuId)]
  const first = await talk.say(ali, atAli, 'Mesyuarat pukul lapan')
  await talk.say(raju, atRaju, 'Saya datang', first)
  await talk.say(siti, atSiti, 'Saya juga', first)
  // Raju is removed and Mei joins, so the group gets new epochs (group keys).
  memberIds.splice(memberIds.indexOf(rajuId), 1)
  await atAli.removeMembers([rajuId])
  await talk.say(ali, atAli, 'Tanpa Raju')
  memberIds.push(meiId)
  await atAli.admitMembers([meiId])
  const welcome = await talk.say(ali, atAli, 'Selamat datang')
  const atMei = await openAndVerifyGroupOnTestDevice(world, meiId, customId)
  await atSiti.sync()
  await talk.say(mei, atMei, 'Terima kasih', welcome)
  const plan = await talk.say(siti, atSiti, 'Kita undi Ali')
  await talk.edit(siti, atSiti, plan, 'Kita undi Mei')
  await talk.react(mei, atMei, plan, '👍')
  await talk.say(siti, atSiti, 'Setuju semua?')
  await talk.say(mei, atMei, 'Setuju', plan)
  await talk.say(ali, atAli, 'Selesai')
  return talk
}

beforeAll(async () => {
  world = await createTestConversations()
  said = { [directId]: await recordDirectConversation(), [customId]: await recordCustomGroup() }
  const groupsOf: Record<number, number[]> = {
    [aliId]: [directId, customId],
    [sitiId]: [directId, customId],
    [meiId]: [customId],
  }
  stored = {}
  for (const [id, groupIds] of Object.entries(groupsOf)) {
    const viewer = getDevice(Number(id))
    // Each device reads all messages once, so that it has seen the last version of each message.
    for (const groupId of groupIds)
      await viewer.read(await openAndVerifyGroupOnTestDevice(world, Number(id), groupId))
    stored[Number(id)] = cloneStoredStateOfTestDevice(viewer.memory)
  }
  falseIdentities = [
    await createIdentityKeys(generateKeySeed(), outsiderId, 1),
    await createIdentityKeys(generateKeySeed(), sitiId, 1),
    await createIdentityKeys(generateKeySeed(), sitiId, 2),
    await createIdentityKeys(generateKeySeed(), aliId, 2),
    await createIdentityKeys(generateKeySeed(), meiId, 1),
  ]
  accomplices = { cards: falseIdentities.map(({ card }): Card => card), userIds: [outsiderId, rajuId] }
  newestEpochs = {}
  for (const groupId of [directId, customId]) {
    const header = world.server.getGroup(groupId).epochs.at(-1)?.header
    if (header) newestEpochs[groupId] = await hashTextWithSignature(header)
  }
})

async function readServedConversations(viewerId: number): Promise<ServedConversation[]> {
  const served: ServedConversation[] = []
  for (const claim of world.listFor(viewerId)) {
    const { messages, earlier } = world.server.getGroup(claim.id)
    const roster = await world.server.fetchRoster(claim.id, 0)
    const epochs = world.server.fetchEpochs(claim.id, viewerId, 0)
    served.push(structuredClone({ claim, roster, epochs, messages, earlier }))
  }
  return served
}

interface Capture {
  sent: { groupId: number; content: string; eid: string }[]
  epochs: { groupId: number; body: EpochBody; eid: string }[]
}

/** Test server that sends altered data and records what the device sends. */
function createLyingServer(served: ServedConversation[], capture: Capture, viewerId: number): ServerView {
  const find = (groupId: number) => {
    const group = served.find(({ claim }) => claim.id === groupId)
    if (!group) throw new Error('hidden')
    return group
  }
  return {
    plaintext: [],
    createWire: groupId => ({
      fetchRoster: async after => {
        const { roster } = find(groupId)
        return { ...roster, entries: roster.entries.slice(after) }
      },
      postRoster: async entries => {
        const { roster } = find(groupId)
        roster.entries.push(...entries)
        roster.last = roster.entries.length
      },
      fetchEpochs: async after => {
        const { epochs } = find(groupId)
        return { ...epochs, epochs: epochs.epochs.slice(after) }
      },
      postEpoch: async body => {
        const { epochs } = find(groupId)
        const box = body.boxes.find(([userId]) => userId === viewerId)?.[1] ?? null
        epochs.epochs.push({ header: body.header, box })
        Object.assign(epochs, { last: epochs.epochs.length, isStale: false })
        capture.epochs.push({ groupId, body, eid: await hashTextWithSignature(body.header) })
      },
      isConflict: () => false,
    }),
    createTransport: groupId => ({
      ...world.server.createTransport(groupId, viewerId),
      fetchMessages: async () => structuredClone(find(groupId).messages).toReversed(),
      send: async ({ content, metadata }) => {
        const { eid = '' } = (metadata?.e2ee ?? {}) as { eid?: string }
        capture.sent.push({ groupId, content, eid })
        return { ok: false, code: 'unavailable', message: '' }
      },
    }),
  }
}

/**
 * State of the reading device. `known`: the device took part in the recording. `vault`: a new device that has read the
 * vault (encrypted backup on the server). `new`: a device without any knowledge, to which a server can show a
 * consistent past.
 */
type DeviceState = 'known' | 'vault' | 'new'

function createViewerMemory(viewerId: number, state: DeviceState): DeviceMemory {
  if (state === 'new') return createDeviceMemory()
  const memory = cloneStoredStateOfTestDevice(stored[viewerId] as DeviceMemory)
  return state === 'known'
    ? memory
    : { ...createDeviceMemory(), ...(memory.trust && { trust: memory.trust }) }
}

/** Fails if plaintext or a key was sent to somebody for whom it was not intended. */
async function expectNothingSentToWrongRecipient(
  capture: Capture,
  lyingServer: ServerView,
  served: ServedConversation[],
  isKnown: boolean,
) {
  for (const { groupId } of lyingServer.plaintext) {
    if (!meant[groupId]) continue
    expect(isKnown, 'plaintext of a known private conversation').toBe(false)
    /**
     * On a new device, a private conversation can pass as the country group only if the server hides the real country
     * group.
     */
    const claimed = served.find(({ claim }) => claim.id === groupId)?.claim.type
    const isRealPlaintextGroup = ({ claim }: ServedConversation) => {
      const truth = Object.entries(plaintextSlots[claim.id] ?? { type: '' })
      return (
        claim.type === claimed && truth.every(([field, value]) => claim[field as keyof GroupRow] === value)
      )
    }
    expect(served.some(isRealPlaintextGroup), 'plaintext beside the real group').toBe(false)
  }
  for (const { groupId, body, eid } of capture.epochs) {
    const readers = body.boxes.map(([userId]) => userId)
    const allowed = [...(meant[groupId] ?? []), ...(isKnown ? [] : [rajuId])]
    for (const userId of readers) expect(allowed, 'a key for an outsider').toContain(userId)
    if (!isKnown) continue
    for (const identity of falseIdentities) {
      const box = body.boxes.find(([userId]) => userId === identity.card.userId)?.[1]
      const key = box && (await decryptGroupKey(identity, parseGroupKeyHeader(body.header.body), eid, box))
      expect(key, 'a key for false keys').toBeFalsy()
    }
  }
  for (const { groupId, content, eid } of capture.sent) {
    expect(content).toMatch(/^e2ee1\./)
    const created = capture.epochs.map(epoch => epoch.eid)
    if (isKnown) expect([newestEpochs[groupId], ...created], 'an old key').toContain(eid)
  }
}

async function runRandomAttack(random: Random): Promise<string[]> {
  const viewerId = random.pick([aliId, sitiId, meiId]) as number
  const state = random.pick(['known', 'known', 'vault', 'new'] as const) ?? 'known'
  const isKnown = state !== 'new'
  const honest = getDevice(viewerId)
  const served = await readServedConversations(viewerId)
  const lies = applyRandomDishonestServerChanges(served, random, accomplices)
  // The page asks several times, and the dishonest server may answer each request with different false data.
  const otherAnswers = await readServedConversations(viewerId)
  lies.push(...applyRandomDishonestServerChanges(otherAnswers, random, accomplices))
  const capture: Capture = { sent: [], epochs: [] }
  const lyingServer = createLyingServer(served, capture, viewerId)
  const memory = createViewerMemory(viewerId, state)
  const newDevice = { ...honest.identity, dev: `baharu${String(viewerId).padStart(5, '0')}` }
  const identity = state === 'known' ? honest.identity : newDevice
  const viewer = new MemoryDevice(lyingServer, identity, honest.me, memory)
  await viewer.trust.load()
  const listed = served.map(({ claim }) => claim)
  for (const claim of listed) {
    const before = viewer.describe(claim, listed)
    if (before.mode === 'encrypted') {
      const group = await viewer.open(claim)
      await group.sync().catch(() => {})
      await storeSignedMemberNames(viewer)
      const shown = await viewer.read(group).catch(() => [])
      const flaws = findMissingReorderedOrOutdatedMessages(shown, { isFromStart: true, memory: group.memory })
      const talk = said[claim.id] ?? new RecordedConversation(claim.id)
      expectOnlySentMessagesShown(talk, shown, flaws, state === 'known')
      const versions = [served, otherAnswers].map(
        answers => answers.find(answer => answer.claim.id === claim.id)?.messages ?? [],
      )
      const page = await simulateChatPageLoadingConversation(group, versions, random)
      const { memory } = group
      const pageFlaws = findMissingReorderedOrOutdatedMessages(page.messages, {
        isFromStart: !page.hasOlder,
        memory,
      })
      expectOnlySentMessagesShown(talk, page.messages, pageFlaws, state === 'known')
    }
    const { kind, name } = viewer.describe(claim, listed)
    const result = await viewer.send(claim, listed, 'Rahsia').catch(() => 'stopped')
    const peerId = meant[directId]?.find(userId => userId !== viewerId) ?? 0
    if (kind === 'direct' && result === 'encrypted') expect(name, 'misdirected').toBe(names[peerId])
    if (kind === 'direct' && capture.sent.some(({ groupId }) => groupId === claim.id))
      expect(name, 'misdirected').toBe(names[peerId])
  }
  await expectNothingSentToWrongRecipient(capture, lyingServer, served, isKnown)
  return lies
}

test('conversations of an honest server show no missing or altered messages, and every message arrives', async () => {
  for (const viewerId of [aliId, sitiId, meiId]) {
    const served = await readServedConversations(viewerId)
    const capture: Capture = { sent: [], epochs: [] }
    const viewer = new MemoryDevice(
      createLyingServer(served, capture, viewerId),
      { ...getDevice(viewerId).identity, dev: 'baharu00000' },
      getDevice(viewerId).me,
      createDeviceMemory(),
    )
    await viewer.trust.load()
    const listed = served.map(({ claim }) => claim)
    for (const claim of listed.filter(({ id }) => meant[id])) {
      const group = await viewer.open(claim)
      await group.sync()
      const shown = await viewer.read(group)
      expect([
        ...findMissingReorderedOrOutdatedMessages(shown, { isFromStart: true, memory: group.memory }),
      ]).toEqual([])
      expect(shown.filter(({ trouble }) => trouble === 'forged' || trouble === 'locked')).toEqual([])
      await viewer.send(claim, listed, 'Rahsia')
    }
    expect(capture.sent.map(({ groupId }) => groupId)).toEqual(
      listed.map(({ id }) => id).filter(id => meant[id]),
    )
  }
})

test(
  'a server that alters data at random gets no plaintext and no key, and shows nobody a message that was not sent in that conversation',
  async () => {
    const told = new Map<string, number>()
    for (let run = 0; run < runs; run++) {
      const seed = firstSeed + run
      try {
        for (const lie of await runRandomAttack(createSeededRandom(seed)))
          told.set(lie, (told.get(lie) ?? 0) + 1)
      } catch (error) {
        throw new Error(`lying server with LYING_SERVER_SEED=${seed} LYING_SERVER_RUNS=1`, { cause: error })
      }
    }
    console.error(`lying server: ${runs} runs from seed ${firstSeed}, ${told.size} kinds of lies`)
    expect(told.size).toBeGreaterThan(0)
  },
  Math.max(240_000, runs * 1000),
)
