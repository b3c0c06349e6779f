import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chain, makeIdentity } from '#server/test/e2ee.ts'
import { readHeader } from '#shared/e2ee/epoch.ts'
import { applyLog, type GroupLog } from '#shared/e2ee/log.ts'
import { adminsOf, RosterError, readersNow, seqOf } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'

const groupId = 1
const people = Array.from({ length: 6 }, (_, index) => makeIdentity(index + 1))
const keysOf = (userId: number) => people[userId - 1] as (typeof people)[number]
const verify = async () => true

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

interface Made {
  entries: Signed[]
  headers: Signed[]
  /** How many of each there were after each step. */
  moments: [entries: number, headers: number][]
}

/** What an honest server would have taken, in its order. */
async function make(list: Step[]): Promise<Made> {
  const chain = new Chain(groupId)
  const made: Made = { entries: [], headers: [], moments: [] }
  const take = async (entry: Signed) => {
    await chain.take(entry)
    made.entries.push(entry)
  }
  await take(chain.begin(keysOf(1)))
  await take(chain.add(keysOf(1), [{ keys: keysOf(2) }, { keys: keysOf(3) }]))
  for (const { op, who, by } of list) {
    if (!chain.roster) continue
    const admins = adminsOf(chain.roster)
    const readers = readersNow(chain.roster).map(({ card }) => card.userId)
    const inside = chain.roster.spans.some(({ card, to }) => card.userId === who && to === undefined)
    const signer = keysOf(admins[by % admins.length] ?? 1)
    if (readers.length < 2) break
    if (op === 'add') await take(chain.add(signer, [{ keys: keysOf(who) }]))
    if (op === 'remove' && inside && signer.card.userId !== who) {
      await take(chain.remove(signer, { user: { id: who } }))
    }
    if (op === 'epoch') {
      const maker = readers.find(id => id !== who) ?? 0
      const out = chain.roster.spans.filter(span => span.to === undefined && span.out !== undefined)
      const left = new Set(out.map(({ card }) => card.userId))
      if (inside) left.add(who)
      const epoch = chain.next(keysOf(maker), [...left])
      await chain.enter(epoch)
      made.headers.push(epoch.header)
    }
    made.moments.push([made.entries.length, made.headers.length])
  }
  return made
}

async function follow({ entries, headers }: Made, pulls: [number, number][]): Promise<GroupLog> {
  let log: GroupLog = {}
  let [entry, header] = [0, 0]
  for (const [upToEntry, upToHeader] of [...pulls, [entries.length, headers.length] as const]) {
    const some = entries.slice(entry, upToEntry)
    log = (await applyLog(log, some, headers.slice(header, upToHeader), groupId, verify)).log
    ;[entry, header] = [Math.max(entry, upToEntry), Math.max(header, upToHeader)]
  }
  return log
}

const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

test('the same list comes out however what was made is cut into looks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(20), { maxLength: 5 }), async (list, cuts) => {
      const made = await make(list)
      const whole = await follow(made, [])
      const places = inOrder(cuts).map(cut => made.moments[cut % Math.max(1, made.moments.length)])
      const pulls = places.filter(place => place !== undefined).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
      expect(await follow(made, pulls)).toEqual(whole)
    }),
  )
})

test('keys that are held back lead to the same list, or to none', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(20), fc.nat(20), async (list, cut, late) => {
      const made = await make(list)
      const whole = await follow(made, [])
      const upToEntry = Math.max(1, cut % (made.entries.length + 1))
      const fitting = made.headers.filter(({ body }) => readHeader(body).headSeq <= upToEntry).length
      const upToHeader = Math.max(0, fitting - (late % (fitting + 1)))
      try {
        const log = await follow(made, [[upToEntry, upToHeader]])
        expect(log).toEqual(whole)
        expect(log.roster && seqOf(log.roster)).toBe(made.entries.length)
      } catch (error) {
        if (!(error instanceof RosterError)) throw error
      }
    }),
  )
})
