// @vitest-environment node
import { Aes128Gcm, CipherSuite, HkdfSha256, DhkemX25519HkdfSha256 as NativeKem } from '@hpke/core'
import { DhkemX25519HkdfSha256 as LibraryKem } from '@hpke/dhkem-x25519'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#shared/contracts/chat.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { type Bytes, decode, encode, toBytes, toText } from '#shared/e2ee/encoding.ts'
import { checkEpoch } from '#shared/e2ee/epoch.ts'
import {
  adminsOf,
  applyEntries,
  applyEntry,
  headOf,
  membersAt,
  type Roster,
  type RosterEntry,
  seqOf,
} from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { createEpoch, type Epoch, openBox } from './epoch-keys.ts'
import { type Identity, identityFrom, newSeed, signText } from './identity.ts'
import { libraryCurves } from './library-curves.ts'
import { markOf, openMessage, sealMessage } from './message.ts'
import { createMessageOrder } from './message-order.ts'
import { nativeCurves } from './native-curves.ts'
import { newPhrase, phraseSecret } from './phrase.ts'
import { groupCode, matchCode, personCode, safetyNumber } from './safety.ts'
import { openSignal, sealSignal } from './signal.ts'
import { unwrapSeed, wrapSeed } from './wrap.ts'

const hex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16)) as Bytes
const groupId = 7
let verify: Awaited<ReturnType<typeof loadCurves>>['verify']
let [ali, siti, mei, raju] = [] as unknown as Identity[] as [Identity, Identity, Identity, Identity]

beforeAll(async () => {
  verify = (await loadCurves()).verify
  const make = (userId: number) => identityFrom(newSeed(), userId, 1)
  ;[ali, siti, mei, raju] = [await make(1), await make(2), await make(3), await make(4)]
})

const entryBy = (by: Identity, entry: RosterEntry) => signText(by.sign, 'roster', JSON.stringify(entry))

const genesis = (by: Identity, change: Partial<RosterEntry> = {}) =>
  entryBy(by, {
    v: 2,
    groupId,
    seq: 1,
    prev: '',
    by: by.card.userId,
    ts: 0,
    op: 'genesis',
    shape: 'custom',
    plainUntil: 0,
    card: by.card,
    ...change,
  } as RosterEntry)

const next = (roster: Roster, by: Identity) => ({
  v: 2 as const,
  groupId,
  seq: seqOf(roster) + 1,
  prev: headOf(roster),
  by: by.card.userId,
  ts: 0,
})
const adding = (roster: Roster, by: Identity, cards: Card[], role: 'admin' | 'member' = 'member') =>
  entryBy(by, { ...next(roster, by), op: 'add', role, cards })
const removing = (roster: Roster, by: Identity, userIds: number[]) =>
  entryBy(by, { ...next(roster, by), op: 'remove', userIds })

const then = (roster: Roster | undefined, one: Signed) => applyEntry(roster, one, groupId, verify)

async function rosterOf(...people: Identity[]): Promise<Roster> {
  const [first, ...others] = people as [Identity, ...Identity[]]
  const begun = await then(undefined, await genesis(first))
  if (others.length === 0) return begun
  return then(
    begun,
    await adding(
      begun,
      first,
      others.map(({ card }) => card),
    ),
  )
}

describe('the primitives', () => {
  // RFC 9180, appendix A.1.1: base mode, its first encryption.
  test.each([
    ['the browser’s', new NativeKem()],
    ['the library’s', new LibraryKem()],
  ])('HPKE with %s X25519 opens the vector of the RFC', async (_, kem) => {
    const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes128Gcm() })
    const secret = hex('4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8')
    const plain = await suite.open(
      {
        recipientKey: await suite.kem.deserializePrivateKey(secret),
        enc: hex('37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431'),
        info: hex('4f6465206f6e2061204772656369616e2055726e'),
      },
      hex('f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a'),
      toBytes('Count-0'),
    )
    expect(toText(new Uint8Array(plain))).toBe('Beauty is truth, truth beauty')
  })

  test('the browser and the library make the same keys and open what the other made', async () => {
    const secret = newSeed()
    const [data, aad] = [toBytes('data'), toBytes('aad')]
    for (const [a, b] of [
      [nativeCurves, libraryCurves],
      [libraryCurves, nativeCurves],
    ] as const) {
      const [mine, theirs] = [await a.signingKey(secret), await b.signingKey(secret)]
      expect(encode(mine.publicKey)).toBe(encode(theirs.publicKey))
      expect(await b.verify(theirs.publicKey, await a.sign(mine.secretKey, data), data)).toBe(true)
      const [box, same] = [await a.boxKey(secret), await b.boxKey(secret)]
      expect(encode(box.publicKey)).toBe(encode(same.publicKey))
      expect(await b.open(same, await a.seal(box.publicKey, data, aad), aad)).toEqual(data)
      await expect(b.open(same, await a.seal(box.publicKey, data, aad), data)).rejects.toThrow()
    }
  })

  test('the browser’s keys cannot be taken out', async () => {
    for (const key of [ali.sign, ali.box] as CryptoKey[]) expect(key.extractable).toBe(false)
  })

  test('any bytes have one spelling', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 99 }), bytes => {
        expect(decode(encode(bytes))).toEqual(bytes)
      }),
    )
    for (const text of ['AB', 'A', 'AA==', 'A A', '+/+/']) expect(() => decode(text)).toThrow()
  })
})

describe('the recovery phrase', () => {
  const owner = { userId: 1, gen: 1, kind: 'phrase' as const }

  test('gives back the same identity; another phrase, person or generation does not', async () => {
    const seed = newSeed()
    const words = newPhrase().join(' ')
    const blob = await wrapSeed(seed, phraseSecret(words) as Bytes, owner)
    const restored = await unwrapSeed(blob, phraseSecret(`  ${words.toUpperCase()} `) as Bytes, owner)
    expect((await identityFrom(restored, 1, 1)).card.sign).toBe((await identityFrom(seed, 1, 1)).card.sign)
    await expect(unwrapSeed(blob, phraseSecret(newPhrase().join(' ')) as Bytes, owner)).rejects.toThrow()
    for (const change of [{ userId: 2 }, { gen: 2 }, { kind: 'passkey' as const }]) {
      await expect(unwrapSeed(blob, phraseSecret(words) as Bytes, { ...owner, ...change })).rejects.toThrow()
    }
  })

  test('words that were never a phrase are told from a wrong one', () => {
    expect(newPhrase()).toHaveLength(12)
    expect(phraseSecret(newPhrase().slice(1).join(' '))).toBeUndefined()
    expect(
      phraseSecret('satu dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas dua'),
    ).toBeUndefined()
    expect(phraseSecret('abandon '.repeat(12))).toBeUndefined()
  })
})

describe('the roster', () => {
  test('begins with one person, who lets others in and out; whoever holds the chain sees who was in when', async () => {
    const three = await rosterOf(ali, siti, mei)
    const left = await then(three, await removing(three, siti, [2]))
    const ids = (seq: number) => membersAt(left, seq).map(({ card }) => card.userId)
    expect([ids(1), ids(2), ids(3)]).toEqual([[1], [1, 2, 3], [1, 3]])
    expect([adminsOf(three), adminsOf(left)]).toEqual([
      [1, 2],
      [1, 3],
    ])
  })

  test('next to one administrator whoever has been in longest is one too, so that nothing is ever stuck', async () => {
    const four = await rosterOf(ali, siti, mei, raju)
    const renewed = await identityFrom(newSeed(), 1, 2)
    const after = await then(four, await adding(four, siti, [renewed.card], 'admin'))
    expect(adminsOf(after)).toEqual([1, 2])
    const left = await then(four, await removing(four, ali, [1]))
    expect(adminsOf(left)).toEqual([2, 3])
    await expect(then(left, await removing(left, raju, [3]))).rejects.toThrow('not-an-admin')
  })

  test('whoever is alone takes their own place with new keys; with somebody else there, not', async () => {
    const renewed = await identityFrom(newSeed(), 1, 2)
    const alone = await rosterOf(ali)
    expect(membersAt(await then(alone, await adding(alone, renewed, [renewed.card], 'admin')))).toHaveLength(
      1,
    )
    const two = await rosterOf(ali, siti)
    await expect(then(two, await adding(two, renewed, [renewed.card], 'admin'))).rejects.toThrow(
      'entry-forged',
    )
    await expect(then(alone, await adding(alone, siti, [siti.card], 'admin'))).rejects.toThrow('not-an-admin')
  })

  test('refuses what only an administrator may do, and what nobody may', async () => {
    const roster = await rosterOf(ali, siti, mei)
    const forged = { ...raju.card, box: mei.card.box }
    const lowered = (await identityFrom(newSeed(), 2, 1)).card
    const cases: [Promise<Signed>, string][] = [
      [adding(roster, mei, [raju.card]), 'not-an-admin'],
      [adding(roster, raju, [raju.card]), 'not-an-admin'],
      [removing(roster, mei, [1]), 'not-an-admin'],
      [removing(roster, ali, [4]), 'remove-unknown'],
      [adding(roster, ali, [forged]), 'card-forged'],
      [adding(roster, ali, [raju.card, raju.card]), 'card-twice'],
      [adding(roster, ali, [lowered]), 'card-swapped'],
      [
        entryBy(raju, { ...next(roster, ali), op: 'add', role: 'member', cards: [raju.card] }),
        'entry-forged',
      ],
      [
        entryBy(ali, { ...next(roster, ali), groupId: 8, op: 'remove', userIds: [2] }),
        'entry-of-another-group',
      ],
      [entryBy(ali, { ...next(roster, ali), seq: 4, op: 'remove', userIds: [2] }), 'chain-broken'],
      [
        entryBy(ali, { ...next(roster, ali), prev: encode(newSeed()), op: 'remove', userIds: [2] }),
        'chain-broken',
      ],
      [genesis(ali), 'chain-broken'],
      [Promise.resolve({ body: '{"op":"add"}', sig: encode(new Uint8Array(64)) }), 'entry-unreadable'],
    ]
    for (const [one, reason] of cases) await expect(then(roster, await one)).rejects.toThrow(reason)
    await expect(then(undefined, await genesis(ali, { card: siti.card }))).rejects.toThrow(
      'genesis-of-another',
    )
    await expect(then(undefined, await removing(roster, ali, [2]))).rejects.toThrow('no-genesis')
  })

  test('a conversation of two stays one, whoever signs', async () => {
    const begun = await then(undefined, await genesis(ali, { shape: 'direct' }))
    const two = await then(begun, await adding(begun, ali, [siti.card], 'admin'))
    await expect(then(two, await adding(two, ali, [mei.card]))).rejects.toThrow('direct-of-two')
    const one = await then(two, await removing(two, siti, [2]))
    await expect(then(one, await adding(one, ali, [mei.card]))).rejects.toThrow('direct-of-two')
  })

  test('new keys take the place of lost ones and never the other way', async () => {
    const roster = await rosterOf(ali, siti)
    const renewed = await identityFrom(newSeed(), 2, 2)
    const after = await then(roster, await adding(roster, ali, [renewed.card]))
    expect(membersAt(after).map(({ card }) => card.gen)).toEqual([1, 2])
    await expect(then(after, await adding(after, ali, [siti.card]))).rejects.toThrow('card-older')
  })

  test('no entry of a chain can be left out, doubled, swapped or altered', async () => {
    const entries: Signed[] = [await genesis(ali)]
    let roster = await then(undefined, entries[0] as Signed)
    for (const one of [siti, mei, raju]) {
      entries.push(await adding(roster, ali, [one.card]))
      roster = await then(roster, entries.at(-1) as Signed)
    }
    const hurt = fc.oneof(
      fc.integer({ min: 0, max: 2 }).map(at => entries.filter((_, index) => index !== at)),
      fc.integer({ min: 0, max: 3 }).map(at => entries.toSpliced(at, 0, entries[at] as Signed)),
      fc.integer({ min: 0, max: 2 }).map(at => {
        const swapped = entries.toSpliced(at, 2, entries[at + 1] as Signed, entries[at] as Signed)
        return swapped
      }),
      fc
        .tuple(fc.integer({ min: 0, max: 3 }), fc.nat(), fc.constantFrom('a', '9', '}'))
        .map(([at, where, by]) => {
          const { body, sig } = entries[at] as Signed
          const place = where % body.length
          const changed = body[place] === by ? '' : by
          return entries.with(at, { body: body.slice(0, place) + changed + body.slice(place + 1), sig })
        }),
    )
    await fc.assert(
      fc.asyncProperty(hurt, async chain => {
        await expect(applyEntries(undefined, chain, groupId, verify)).rejects.toThrow()
      }),
      { numRuns: 60 },
    )
  })
})

describe('epochs', () => {
  test('give their key to those on the list and to nobody else', async () => {
    const roster = await rosterOf(ali, siti, mei)
    const { header, boxes, epoch } = await createEpoch(siti, roster, undefined, [3])
    const checked = await checkEpoch(roster, header, undefined, verify)
    expect(checked.eid).toBe(epoch.eid)
    expect(boxes.map(([userId]) => userId)).toEqual([1, 2])
    const [[, forAli] = [0, ''], [, forSiti] = [0, '']] = boxes
    expect(await openBox(ali, checked.header, epoch.eid, forAli)).toBeDefined()
    expect(await openBox(ali, checked.header, epoch.eid, forSiti)).toBeUndefined()
    expect(await openBox(raju, checked.header, epoch.eid, forAli)).toBeUndefined()
    // Keys that were renewed go on to open what was sealed to the old ones.
    const renewed = { ...(await identityFrom(newSeed(), 1, 2)), older: [ali] }
    expect(await openBox(renewed, checked.header, epoch.eid, forAli)).toBeDefined()
    const other = await createEpoch(siti, roster, undefined, [])
    expect(await openBox(ali, checked.header, epoch.eid, other.boxes[0]?.[1] ?? '')).toBeUndefined()
    const mixed = { ...checked.header, chk: encode(newSeed()) }
    expect(await openBox(ali, mixed, epoch.eid, forAli)).toBeUndefined()
  })

  test('are refused from outsiders, for other rosters, and out of turn', async () => {
    const roster = await rosterOf(ali, siti)
    const grown = await then(roster, await adding(roster, ali, [mei.card]))
    const first = await createEpoch(ali, roster, undefined, [])
    const check = (one: Signed, before?: Epoch) => checkEpoch(roster, one, before, verify)
    await expect(check((await createEpoch(raju, roster, undefined, [])).header)).rejects.toThrow(
      'by-an-outsider',
    )
    await expect(check((await createEpoch(ali, grown, undefined, [])).header)).rejects.toThrow(
      'another-roster',
    )
    await expect(check(first.header, first.epoch)).rejects.toThrow('out-of-turn')
    await expect(check((await createEpoch(ali, roster, first.epoch, [])).header)).rejects.toThrow(
      'out-of-turn',
    )
    await expect(check((await createEpoch(ali, roster, undefined, [9])).header)).rejects.toThrow('excludes')
    const forged = { ...first.header, sig: encode(new Uint8Array(64)) }
    await expect(check(forged)).rejects.toThrow('epoch-forged')
    await check((await createEpoch(siti, roster, first.epoch, [])).header, first.epoch)
  })
})

describe('messages', () => {
  async function sent(body: string) {
    const roster = await rosterOf(ali, siti)
    const { epoch } = await createEpoch(ali, roster, undefined, [])
    const said = {
      id: 'm1',
      c: 1,
      void: [],
      vault: 0,
      extra: '',
      head: headOf(roster),
      body,
      messageType: 'text',
    }
    const sealed = await sealMessage(siti, groupId, epoch, said)
    const message = { ...sealed, groupId, senderId: 2, messageType: 'text', clientId: 'm1' }
    const open = (change: Partial<Message> = {}) => {
      const changed = { ...message, ...change }
      const mark = markOf(changed)
      if (!mark || !epoch.key) throw new Error('no mark')
      return openMessage(roster, { ...epoch, key: epoch.key }, mark, changed)
    }
    return { message, open }
  }

  test('say what was said, whatever it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async body => {
        const { open } = await sent(body)
        expect((await open()).body).toBe(body)
      }),
      { numRuns: 40 },
    )
  })

  test('are refused under another name, in another group, kind or id, or with a bit flipped', async () => {
    const { message, open } = await sent('Rahsia')
    const changes: Partial<Message>[] = [
      { senderId: 1 },
      { groupId: 8 },
      { messageType: 'file' },
      { clientId: 'm2' },
      { metadata: { e2ee: { ...message.metadata.e2ee, dev: 'AAAAAAAAAAA' } } },
      { metadata: { e2ee: { ...message.metadata.e2ee, n: 2 } } },
    ]
    for (const change of changes) await expect(open(change)).rejects.toThrow()
    const bytes = decode(message.content.slice('e2ee1.'.length))
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const hurt = bytes.with(at, (bytes[at] ?? 0) ^ by)
        await expect(open({ content: `e2ee1.${encode(hurt)}` })).rejects.toThrow()
      }),
      { numRuns: 60 },
    )
    expect(markOf({ content: 'Biasa', metadata: message.metadata })).toBeUndefined()
  })

  test('hide their length up to the next power of two', async () => {
    const lengths = await Promise.all(
      ['', 'a', 'a'.repeat(20)].map(async body => (await sent(body)).message.content),
    )
    expect(new Set(lengths.map(({ length }) => length)).size).toBe(1)
  })

  test('stand in one place, and not with an old key behind a new one', () => {
    const order = createMessageOrder()
    expect(order.accepts({ id: 'a', seq: 5, n: 1 })).toBe(true)
    expect(order.accepts({ id: 'a', seq: 5, n: 1 })).toBe(true)
    expect(order.accepts({ id: 'a', seq: 6, n: 1 })).toBe(false)
    expect(order.accepts({ id: 'b', seq: 7, n: 2 })).toBe(true)
    expect(order.accepts({ id: 'c', seq: 8, n: 1 })).toBe(false)
    expect(order.accepts({ id: 'd', seq: 3, n: 1 })).toBe(true)
    expect([order.hasSealedBefore(3), order.hasSealedBefore(4)]).toEqual([false, true])
  })
})

test('words between devices of a call are for one of them, from one of them, in that call', async () => {
  const frame = { callId: 'c1', from: 1, fromDev: ali.dev, to: 2, toDev: siti.dev }
  const word = { kind: 'state', isMuted: true, isCameraOff: false }
  const sealed = await sealSignal(ali, siti.card, frame, 5, word)
  expect(await openSignal(siti, ali.card, frame, sealed)).toEqual({ n: 5, word })
  const forger = await identityFrom(newSeed(), 1, 1)
  const forged = await sealSignal(forger, siti.card, frame, 5, word)
  await expect(openSignal(siti, ali.card, frame, forged)).rejects.toThrow('signal-forged')
  await expect(openSignal(mei, ali.card, frame, sealed)).rejects.toThrow()
  for (const change of [{ callId: 'c2' }, { from: 3 }, { fromDev: mei.dev }, { toDev: mei.dev }]) {
    await expect(openSignal(siti, ali.card, { ...frame, ...change }, sealed)).rejects.toThrow()
  }
})

test('safety numbers are the same for both, and others when a key is', async () => {
  const number = await safetyNumber(ali.card, siti.card)
  expect(number).toMatch(/^(\d{5} ){11}\d{5}$/)
  expect(await safetyNumber(siti.card, ali.card)).toBe(number)
  expect(await safetyNumber((await identityFrom(newSeed(), 1, 2)).card, siti.card)).not.toBe(number)
  expect(await groupCode(await rosterOf(ali, siti))).toMatch(/^(\d{5} ){5}\d{5}$/)
})

test('a code on somebody’s screen is theirs with these keys, theirs with others, or something else', async () => {
  const code = await personCode(siti.card)
  expect(await matchCode(code, siti.card)).toBe(true)
  const swapped = await identityFrom(newSeed(), siti.card.userId, 1)
  expect(await matchCode(code, swapped.card)).toBe(false)
  expect(await matchCode(code, mei.card)).toBeUndefined()
  expect(await matchCode('https://contoh.my', siti.card)).toBeUndefined()
})
