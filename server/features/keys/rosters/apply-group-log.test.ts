// Property tests of verifyAndAppendMembershipChangesAndKeys.
// Clients that fetch member list (roster) and group keys (epochs) in different portions compute the same result.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestEncryptionIdentity, RosterChain } from '#server/test/chat/e2ee-members.ts'
import { parseGroupKeyHeader } from '#shared/e2ee/epoch.ts'
import { type GroupLog, verifyAndAppendMembershipChangesAndKeys } from '#shared/e2ee/group-log.ts'
import {
  getRosterLength,
  listMembersWhoMayReadNewMessages,
  listMembersWhoMaySignMembershipChanges,
  RosterError,
} from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'

const groupId = 1
const people = Array.from({ length: 6 }, (_, index) => createTestEncryptionIdentity(index + 1))
const getKeysOfUser = (userId: number) => people[userId - 1] as (typeof people)[number]
const acceptEverySignature = async () => true

interface Step {
  op: 'add' | 'remove' | 'epoch'
  who: number
  by: number
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    op: fc.constantFrom('add' as const, 'remove' as const, 'epoch' as const),
    who: fc.integer({ min: 1, max: 6 }),
    by: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 4, maxLength: 14 },
)

interface GeneratedLog {
  entries: Signed[]
  headers: Signed[]
  /** Number of member-list entries and group-key headers that existed after each step. */
  lengths: [entries: number, headers: number][]
}

/** Generates the member-list entries and group-key headers that an honest server would accept for these steps. */
async function generateGroupLog(list: Step[]): Promise<GeneratedLog> {
  const chain = new RosterChain(groupId)
  const generated: GeneratedLog = { entries: [], headers: [], lengths: [] }
  const appendEntry = async (entry: Signed) => {
    await chain.applyEntries(entry)
    generated.entries.push(entry)
  }
  await appendEntry(chain.buildGenesis(getKeysOfUser(1)))
  await appendEntry(
    chain.buildAddition(getKeysOfUser(1), [{ keys: getKeysOfUser(2) }, { keys: getKeysOfUser(3) }]),
  )
  for (const { op, who, by } of list) {
    if (!chain.roster) continue
    const admins = listMembersWhoMaySignMembershipChanges(chain.roster)
    const readers = listMembersWhoMayReadNewMessages(chain.roster).map(({ card }) => card.userId)
    const isMember = chain.roster.spans.some(({ card, to }) => card.userId === who && to === undefined)
    const signer = getKeysOfUser(admins[by % admins.length] ?? 1)
    if (readers.length < 2) break
    if (op === 'add') await appendEntry(chain.buildAddition(signer, [{ keys: getKeysOfUser(who) }]))
    if (op === 'remove' && isMember && signer.card.userId !== who) {
      await appendEntry(chain.buildRemoval(signer, { user: { id: who } }))
    }
    if (op === 'epoch') {
      const author = readers.find(id => id !== who) ?? 0
      const excludedSpans = chain.roster.spans.filter(span => span.to === undefined && span.out !== undefined)
      const excluded = new Set(excludedSpans.map(({ card }) => card.userId))
      if (isMember) excluded.add(who)
      const epoch = chain.buildEpoch(getKeysOfUser(author), [...excluded])
      await chain.applyEpoch(epoch)
      generated.headers.push(epoch.header)
    }
    generated.lengths.push([generated.entries.length, generated.headers.length])
  }
  return generated
}

async function applyLogInSteps(
  { entries, headers }: GeneratedLog,
  pulls: [number, number][],
): Promise<GroupLog> {
  let log: GroupLog = {}
  let [entry, header] = [0, 0]
  for (const [upToEntry, upToHeader] of [...pulls, [entries.length, headers.length] as const]) {
    const newEntries = entries.slice(entry, upToEntry)
    log = (
      await verifyAndAppendMembershipChangesAndKeys(
        log,
        newEntries,
        headers.slice(header, upToHeader),
        groupId,
        acceptEverySignature,
      )
    ).log
    ;[entry, header] = [Math.max(entry, upToEntry), Math.max(header, upToHeader)]
  }
  return log
}

const sortNumbers = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

test('verifyAndAppendMembershipChangesAndKeys computes the same member list and keys however list entries and group keys (epochs) are split into responses', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(20), { maxLength: 5 }), async (list, cuts) => {
      const generated = await generateGroupLog(list)
      const whole = await applyLogInSteps(generated, [])
      const cutPoints = sortNumbers(cuts).map(
        cut => generated.lengths[cut % Math.max(1, generated.lengths.length)],
      )
      const pulls = cutPoints
        .filter(cutPoint => cutPoint !== undefined)
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
      expect(await applyLogInSteps(generated, pulls)).toEqual(whole)
    }),
  )
})

test('when the server delays group keys (epochs), verifyAndAppendMembershipChangesAndKeys computes the same member list and keys or throws a RosterError', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(20), fc.nat(20), async (list, cut, late) => {
      const generated = await generateGroupLog(list)
      const whole = await applyLogInSteps(generated, [])
      const upToEntry = Math.max(1, cut % (generated.entries.length + 1))
      const fitting = generated.headers.filter(
        ({ body }) => parseGroupKeyHeader(body).headSeq <= upToEntry,
      ).length
      const upToHeader = Math.max(0, fitting - (late % (fitting + 1)))
      try {
        const log = await applyLogInSteps(generated, [[upToEntry, upToHeader]])
        expect(log).toEqual(whole)
        expect(log.roster && getRosterLength(log.roster)).toBe(generated.entries.length)
      } catch (error) {
        if (!(error instanceof RosterError)) throw error
      }
    }),
  )
})
