// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import { cardBody } from '#shared/e2ee/card.ts'
import { type Disclosed, readDisclosed, type Stored } from '#shared/e2ee/disclosed.ts'
import { encode } from '#shared/e2ee/encoding.ts'
import { signedBody } from '#shared/e2ee/message.ts'
import { loadCurves } from './curves.ts'
import { judgeDisclosed } from './disclosed.ts'
import { type Identity, identityFrom, newSeed, signText } from './identity.ts'
import { Trust } from './trust.ts'

const trustNobody = () => new Trust({ load: async () => undefined, save: async record => record })
const name = (letter: string) => letter.repeat(43)
const said = { id: 'm1', ts: 1_700_000_000_000, c: 3, head: name('h'), body: 'Kata kesat' }
let verify: Awaited<ReturnType<typeof loadCurves>>['verify']
let [siti, raju] = [] as unknown as [Identity, Identity]
beforeAll(async () => {
  verify = (await loadCurves()).verify
  ;[siti, raju] = [await identityFrom(newSeed(), 2, 1), await identityFrom(newSeed(), 4, 1)]
})

const storedIn = (v: 1 | 2): Stored => ({
  groupId: 7,
  senderId: 2,
  messageType: 'text',
  clientId: 'm1',
  mark: { v, n: 5, eid: name('e'), dev: siti.dev },
})

async function disclose(stored: Stored, by = siti, words = said.body): Promise<Disclosed> {
  const counted = stored.mark.v === 2 ? { void: [1], vault: 4 } : {}
  const signed = await signText(by.sign, 'message', signedBody(stored, { ...said, body: words, ...counted }))
  return { ...signed, card: by.card }
}

describe.each([1, 2] as const)('a message of version %s', v => {
  test('is shown as it was said', async () => {
    const stored = storedIn(v)
    const words = 'Kata "kesat" \u0000 \ud800\n'
    expect(await readDisclosed(await disclose(stored, siti, words), stored, verify)).toEqual({
      words,
      at: said.ts,
      head: said.head,
      extra: {},
    })
  })

  test('is not taken for another one', async () => {
    const stored = storedIn(v)
    const { mark } = stored
    const one = await disclose(stored)
    const others: Partial<Stored>[] = [
      { groupId: 8 },
      { senderId: 4 },
      { messageType: 'call' },
      { clientId: 'm2' },
      { clientId: null },
      { mark: { ...mark, n: 6 } },
      { mark: { ...mark, eid: name('f') } },
      { mark: { ...mark, dev: raju.dev } },
      { mark: { ...mark, v: v === 1 ? 2 : 1 } },
    ]
    for (const other of others) {
      expect(await readDisclosed(one, { ...stored, ...other }, verify), JSON.stringify(other)).toBeUndefined()
    }
  })

  test('is not believed with other words, another signature or another card', async () => {
    const stored = storedIn(v)
    const one = await disclose(stored)
    const byRaju = await disclose(stored, raju)
    const { sig: _, ...bare } = { ...raju.card, userId: 2 }
    const claimed = { ...bare, sig: (await signText(raju.sign, 'name', cardBody(bare))).sig }
    const forged: Disclosed[] = [
      { ...one, body: one.body.replace('kesat', 'manis') },
      { ...one, body: 'bukan apa-apa' },
      { ...one, sig: encode(new Uint8Array(64)) },
      { ...one, sig: one.sig.slice(0, -1) },
      { ...one, card: raju.card },
      byRaju,
      { ...byRaju, card: siti.card },
      { ...byRaju, card: { ...raju.card, userId: 2 } },
      { ...byRaju, card: claimed },
      { ...one, ...(await signText(siti.sign, 'name', one.body)) },
    ]
    for (const each of forged) {
      expect(await readDisclosed(each, stored, verify), JSON.stringify(each)).toBeUndefined()
    }
  })
})

describe('whoever looks at it holds the card against what they know', () => {
  async function judgedBy(known: Identity | undefined, signer = siti) {
    const trust = trustNobody()
    if (known) await trust.meet([{ card: known.card, word: 'listed' }])
    const stored = { ...storedIn(2), mark: { ...storedIn(2).mark, dev: signer.dev } }
    return judgeDisclosed(await disclose(stored, signer), stored, trust)
  }
  const words = { words: said.body, at: said.ts }

  test('the keys they know, or nobody they have met', async () => {
    expect(await judgedBy(siti)).toEqual({ kind: 'verified', verdict: 'same', ...words })
    expect(await judgedBy(undefined)).toEqual({ kind: 'verified', verdict: 'first', ...words })
    const renewed = await identityFrom(newSeed(), 2, 2)
    expect(await judgedBy(renewed)).toEqual({ kind: 'verified', verdict: 'older', ...words })
  })

  test('a card that anybody could have made in the same name', async () => {
    const false1 = await identityFrom(newSeed(), 2, 1)
    expect(await judgedBy(siti, false1)).toEqual({ kind: 'foreign', verdict: 'swapped', ...words })
    const false2 = await identityFrom(newSeed(), 2, 2)
    expect(await judgedBy(siti, false2)).toEqual({ kind: 'foreign', verdict: 'newer', ...words })
  })

  test('what nobody signed proves nothing', async () => {
    const stored = storedIn(2)
    const one = { ...(await disclose(stored)), sig: encode(new Uint8Array(64)) }
    expect(await judgeDisclosed(one, stored, trustNobody())).toEqual({ kind: 'unproven' })
  })
})
