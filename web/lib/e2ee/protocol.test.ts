// @vitest-environment node
import { Aes128Gcm, CipherSuite, HkdfSha256, DhkemX25519HkdfSha256 as NativeKem } from '@hpke/core'
import { DhkemX25519HkdfSha256 as LibraryKem } from '@hpke/dhkem-x25519'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import {
  type Bytes,
  decodeBase64url,
  decodeUtf8,
  encodeBase64url,
  encodeUtf8,
} from '#shared/e2ee/encoding.ts'
import { verifyGroupKeyHeader } from '#shared/e2ee/epoch.ts'
import { verifySignedUserName } from '#shared/e2ee/name-statement.ts'
import {
  getRosterHead,
  getRosterLength,
  listMembersAfterMembershipChange,
  listMembersWhoMaySignMembershipChanges,
  type Roster,
  type RosterEntry,
  verifyAndAppendMembershipChange,
  verifyAndAppendMembershipChanges,
} from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import {
  createIdentityKeys,
  generateKeySeed,
  type Identity,
  signText,
} from '#web/lib/e2ee/crypto/identity.ts'
import { libraryCurves } from '#web/lib/e2ee/crypto/library-curves.ts'
import { nativeCurves } from '#web/lib/e2ee/crypto/native-curves.ts'
import { generateRecoveryPhrase, parseRecoveryPhrase } from '#web/lib/e2ee/crypto/recovery-phrase.ts'
import {
  buildKeyVerificationQrText,
  computeGroupSafetyNumber,
  computeSafetyNumber,
  doesScannedQrCodeMatchKeys,
} from '#web/lib/e2ee/crypto/safety-numbers.ts'
import { unwrapKeySeed, wrapKeySeed } from '#web/lib/e2ee/crypto/wrap.ts'
import { decryptCallSignal, encryptCallSignal } from '#web/lib/e2ee/message/call-signal.ts'
import { createNextGroupKey, decryptGroupKey, type Epoch } from '#web/lib/e2ee/message/epoch-keys.ts'
import { decryptMessage, encryptMessage, parseEncryptionMetadata } from '#web/lib/e2ee/message/message.ts'
import { createMessageReorderDetector } from '#web/lib/e2ee/message/message-order.ts'

const decodeHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16)) as Bytes
const groupId = 7
let verify: Awaited<ReturnType<typeof loadEllipticCurveImplementation>>['verify']
let [ali, siti, mei, raju] = [] as unknown as Identity[] as [Identity, Identity, Identity, Identity]

beforeAll(async () => {
  verify = (await loadEllipticCurveImplementation()).verify
  const createUser = (userId: number) => createIdentityKeys(generateKeySeed(), userId, 1)
  ;[ali, siti, mei, raju] = [
    await createUser(1),
    await createUser(2),
    await createUser(3),
    await createUser(4),
  ]
})

const signEntry = (by: Identity, entry: RosterEntry) => signText(by.sign, 'roster', JSON.stringify(entry))

const signGenesis = (by: Identity, change: Partial<RosterEntry> = {}) =>
  signEntry(by, {
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

const buildNextEntry = (roster: Roster, by: Identity) => ({
  v: 2 as const,
  groupId,
  seq: getRosterLength(roster) + 1,
  prev: getRosterHead(roster),
  by: by.card.userId,
  ts: 0,
})
const signAdd = (roster: Roster, by: Identity, cards: Card[], role: 'admin' | 'member' = 'member') =>
  signEntry(by, { ...buildNextEntry(roster, by), op: 'add', role, cards })
const signRemove = (roster: Roster, by: Identity, userIds: number[]) =>
  signEntry(by, { ...buildNextEntry(roster, by), op: 'remove', userIds })

const applySignedEntry = (roster: Roster | undefined, entry: Signed) =>
  verifyAndAppendMembershipChange(roster, entry, groupId, verify)

async function buildSignedRoster(...people: Identity[]): Promise<Roster> {
  const [first, ...others] = people as [Identity, ...Identity[]]
  const firstRoster = await applySignedEntry(undefined, await signGenesis(first))
  if (others.length === 0) return firstRoster
  return applySignedEntry(
    firstRoster,
    await signAdd(
      firstRoster,
      first,
      others.map(({ card }) => card),
    ),
  )
}

describe('cryptographic primitives', () => {
  // Test vector of RFC 9180, appendix A.1.1: first encryption in base mode.
  test.each([
    ['the browser’s', new NativeKem()],
    ['the library’s', new LibraryKem()],
  ])('HPKE with %s X25519 decrypts the test vector of RFC 9180', async (_, kem) => {
    const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes128Gcm() })
    const secret = decodeHex('4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8')
    const plain = await suite.open(
      {
        recipientKey: await suite.kem.deserializePrivateKey(secret),
        enc: decodeHex('37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431'),
        info: decodeHex('4f6465206f6e2061204772656369616e2055726e'),
      },
      decodeHex('f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a'),
      encodeUtf8('Count-0'),
    )
    expect(decodeUtf8(new Uint8Array(plain))).toBe('Beauty is truth, truth beauty')
  })

  test('keys, signatures and ciphertexts of WebCrypto and of the JavaScript library are interchangeable', async () => {
    const secret = generateKeySeed()
    const [data, aad] = [encodeUtf8('data'), encodeUtf8('aad')]
    for (const [a, b] of [
      [nativeCurves, libraryCurves],
      [libraryCurves, nativeCurves],
    ] as const) {
      const [ownKey, otherKey] = [await a.createSigningKey(secret), await b.createSigningKey(secret)]
      expect(encodeBase64url(ownKey.publicKey)).toBe(encodeBase64url(otherKey.publicKey))
      expect(await b.verify(otherKey.publicKey, await a.sign(ownKey.secretKey, data), data)).toBe(true)
      const [box, otherBox] = [await a.createBoxKey(secret), await b.createBoxKey(secret)]
      expect(encodeBase64url(box.publicKey)).toBe(encodeBase64url(otherBox.publicKey))
      expect(await b.open(otherBox, await a.seal(box.publicKey, data, aad), aad)).toEqual(data)
      await expect(b.open(otherBox, await a.seal(box.publicKey, data, aad), data)).rejects.toThrow()
    }
  })

  test('private WebCrypto keys are not extractable', async () => {
    for (const key of [ali.sign, ali.box] as CryptoKey[]) expect(key.extractable).toBe(false)
  })

  test('base64url decoding reverses encoding and rejects non-canonical text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 99 }), bytes => {
        expect(decodeBase64url(encodeBase64url(bytes))).toEqual(bytes)
      }),
    )
    for (const text of ['AB', 'A', 'AA==', 'A A', '+/+/']) expect(() => decodeBase64url(text)).toThrow()
  })
})

describe('recovery phrase', () => {
  const owner = { userId: 1, gen: 1, kind: 'phrase' as const }

  test('a key seed encrypted under a recovery phrase is decrypted only with the same phrase, user, key generation and kind', async () => {
    const seed = generateKeySeed()
    const words = generateRecoveryPhrase().join(' ')
    const blob = await wrapKeySeed(seed, parseRecoveryPhrase(words) as Bytes, owner)
    const restored = await unwrapKeySeed(
      blob,
      parseRecoveryPhrase(`  ${words.toUpperCase()} `) as Bytes,
      owner,
    )
    expect((await createIdentityKeys(restored, 1, 1)).card.sign).toBe(
      (await createIdentityKeys(seed, 1, 1)).card.sign,
    )
    await expect(
      unwrapKeySeed(blob, parseRecoveryPhrase(generateRecoveryPhrase().join(' ')) as Bytes, owner),
    ).rejects.toThrow()
    for (const change of [{ userId: 2 }, { gen: 2 }, { kind: 'passkey' as const }]) {
      await expect(
        unwrapKeySeed(blob, parseRecoveryPhrase(words) as Bytes, { ...owner, ...change }),
      ).rejects.toThrow()
    }
  })

  test('parseRecoveryPhrase returns undefined for missing words, unknown words or a wrong checksum', () => {
    expect(generateRecoveryPhrase()).toHaveLength(12)
    expect(parseRecoveryPhrase(generateRecoveryPhrase().slice(1).join(' '))).toBeUndefined()
    expect(
      parseRecoveryPhrase('satu dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas dua'),
    ).toBeUndefined()
    expect(parseRecoveryPhrase('abandon '.repeat(12))).toBeUndefined()
  })
})

describe('signed member list (roster)', () => {
  test('listMembersAfterMembershipChange returns the members after each signed member list entry, and listMembersWhoMaySignMembershipChanges the administrators', async () => {
    const three = await buildSignedRoster(ali, siti, mei)
    const rosterAfterLeaving = await applySignedEntry(three, await signRemove(three, siti, [2]))
    const ids = (seq: number) =>
      listMembersAfterMembershipChange(rosterAfterLeaving, seq).map(({ card }) => card.userId)
    expect([ids(1), ids(2), ids(3)]).toEqual([[1], [1, 2, 3], [1, 3]])
    expect([
      listMembersWhoMaySignMembershipChanges(three),
      listMembersWhoMaySignMembershipChanges(rosterAfterLeaving),
    ]).toEqual([
      [1, 2],
      [1, 3],
    ])
  })

  test('the longest-standing member becomes a second administrator when the signed member list has only one administrator', async () => {
    const four = await buildSignedRoster(ali, siti, mei, raju)
    const renewed = await createIdentityKeys(generateKeySeed(), 1, 2)
    const after = await applySignedEntry(four, await signAdd(four, siti, [renewed.card], 'admin'))
    expect(listMembersWhoMaySignMembershipChanges(after)).toEqual([1, 2])
    const rosterAfterLeaving = await applySignedEntry(four, await signRemove(four, ali, [1]))
    expect(listMembersWhoMaySignMembershipChanges(rosterAfterLeaving)).toEqual([2, 3])
    await expect(
      applySignedEntry(rosterAfterLeaving, await signRemove(rosterAfterLeaving, raju, [3])),
    ).rejects.toThrow('not-an-admin')
  })

  test('only the sole member of a signed member list can replace their own keys without another signer', async () => {
    const renewed = await createIdentityKeys(generateKeySeed(), 1, 2)
    const alone = await buildSignedRoster(ali)
    expect(
      listMembersAfterMembershipChange(
        await applySignedEntry(alone, await signAdd(alone, renewed, [renewed.card], 'admin')),
      ),
    ).toHaveLength(1)
    const two = await buildSignedRoster(ali, siti)
    await expect(applySignedEntry(two, await signAdd(two, renewed, [renewed.card], 'admin'))).rejects.toThrow(
      'entry-forged',
    )
    await expect(applySignedEntry(alone, await signAdd(alone, siti, [siti.card], 'admin'))).rejects.toThrow(
      'not-an-admin',
    )
  })

  test('a signed member list rejects entries signed by non-administrators, forged public keys, forged entries, and entries that break the hash chain', async () => {
    const roster = await buildSignedRoster(ali, siti, mei)
    const forged = { ...raju.card, box: mei.card.box }
    const lowered = (await createIdentityKeys(generateKeySeed(), 2, 1)).card
    const cases: [Promise<Signed>, string][] = [
      [signAdd(roster, mei, [raju.card]), 'not-an-admin'],
      [signAdd(roster, raju, [raju.card]), 'not-an-admin'],
      [signRemove(roster, mei, [1]), 'not-an-admin'],
      [signRemove(roster, ali, [4]), 'remove-unknown'],
      [signAdd(roster, ali, [forged]), 'card-forged'],
      [signAdd(roster, ali, [raju.card, raju.card]), 'card-twice'],
      [signAdd(roster, ali, [lowered]), 'card-swapped'],
      [
        signEntry(raju, { ...buildNextEntry(roster, ali), op: 'add', role: 'member', cards: [raju.card] }),
        'entry-forged',
      ],
      [
        signEntry(ali, { ...buildNextEntry(roster, ali), groupId: 8, op: 'remove', userIds: [2] }),
        'entry-of-another-group',
      ],
      [
        signEntry(ali, { ...buildNextEntry(roster, ali), seq: 4, op: 'remove', userIds: [2] }),
        'chain-broken',
      ],
      [
        signEntry(ali, {
          ...buildNextEntry(roster, ali),
          prev: encodeBase64url(generateKeySeed()),
          op: 'remove',
          userIds: [2],
        }),
        'chain-broken',
      ],
      [signGenesis(ali), 'chain-broken'],
      [
        Promise.resolve({ body: '{"op":"add"}', sig: encodeBase64url(new Uint8Array(64)) }),
        'entry-unreadable',
      ],
    ]
    for (const [entry, reason] of cases)
      await expect(applySignedEntry(roster, await entry)).rejects.toThrow(reason)
    await expect(applySignedEntry(undefined, await signGenesis(ali, { card: siti.card }))).rejects.toThrow(
      'genesis-of-another',
    )
    await expect(applySignedEntry(undefined, await signRemove(roster, ali, [2]))).rejects.toThrow(
      'no-genesis',
    )
  })

  test('the signed member list of a direct conversation rejects a third user, even after one of the two users has left', async () => {
    const firstRoster = await applySignedEntry(undefined, await signGenesis(ali, { shape: 'direct' }))
    const two = await applySignedEntry(firstRoster, await signAdd(firstRoster, ali, [siti.card], 'admin'))
    await expect(applySignedEntry(two, await signAdd(two, ali, [mei.card]))).rejects.toThrow('direct-of-two')
    const afterLeaving = await applySignedEntry(two, await signRemove(two, siti, [2]))
    await expect(
      applySignedEntry(afterLeaving, await signAdd(afterLeaving, ali, [mei.card])),
    ).rejects.toThrow('direct-of-two')
  })

  test('a signed member list accepts newer keys of a member and rejects older ones', async () => {
    const roster = await buildSignedRoster(ali, siti)
    const renewed = await createIdentityKeys(generateKeySeed(), 2, 2)
    const after = await applySignedEntry(roster, await signAdd(roster, ali, [renewed.card]))
    expect(listMembersAfterMembershipChange(after).map(({ card }) => card.gen)).toEqual([1, 2])
    await expect(applySignedEntry(after, await signAdd(after, ali, [siti.card]))).rejects.toThrow(
      'card-older',
    )
  })

  test('a signed member list rejects a hash chain with a missing, repeated, reordered or altered entry', async () => {
    const entries: Signed[] = [await signGenesis(ali)]
    let roster = await applySignedEntry(undefined, entries[0] as Signed)
    for (const single of [siti, mei, raju]) {
      entries.push(await signAdd(roster, ali, [single.card]))
      roster = await applySignedEntry(roster, entries.at(-1) as Signed)
    }
    const damaged = fc.oneof(
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
      fc.asyncProperty(damaged, async chain => {
        await expect(verifyAndAppendMembershipChanges(undefined, chain, groupId, verify)).rejects.toThrow()
      }),
      { numRuns: 60 },
    )
  })
})

describe('group keys (epochs)', () => {
  test('a group key (epoch) is decrypted only by members of the signed member list who are not excluded', async () => {
    const roster = await buildSignedRoster(ali, siti, mei)
    const { header, boxes, epoch } = await createNextGroupKey(siti, roster, undefined, [3])
    const checked = await verifyGroupKeyHeader(roster, header, undefined, verify)
    expect(checked.eid).toBe(epoch.eid)
    expect(boxes.map(([userId]) => userId)).toEqual([1, 2])
    const [[, forAli] = [0, ''], [, forSiti] = [0, '']] = boxes
    expect(await decryptGroupKey(ali, checked.header, epoch.eid, forAli)).toBeDefined()
    expect(await decryptGroupKey(ali, checked.header, epoch.eid, forSiti)).toBeUndefined()
    expect(await decryptGroupKey(raju, checked.header, epoch.eid, forAli)).toBeUndefined()
    // A user with renewed keys can still decrypt what was encrypted to the earlier keys.
    const renewed = { ...(await createIdentityKeys(generateKeySeed(), 1, 2)), older: [ali] }
    expect(await decryptGroupKey(renewed, checked.header, epoch.eid, forAli)).toBeDefined()
    const other = await createNextGroupKey(siti, roster, undefined, [])
    expect(await decryptGroupKey(ali, checked.header, epoch.eid, other.boxes[0]?.[1] ?? '')).toBeUndefined()
    const mixed = { ...checked.header, chk: encodeBase64url(generateKeySeed()) }
    expect(await decryptGroupKey(ali, mixed, epoch.eid, forAli)).toBeUndefined()
  })

  test('a group key (epoch) is rejected if the creator is no member, the group or signed member list differs, or the number is out of sequence', async () => {
    const roster = await buildSignedRoster(ali, siti)
    const grown = await applySignedEntry(roster, await signAdd(roster, ali, [mei.card]))
    const first = await createNextGroupKey(ali, roster, undefined, [])
    const check = (entry: Signed, before?: Epoch) => verifyGroupKeyHeader(roster, entry, before, verify)
    await expect(check((await createNextGroupKey(raju, roster, undefined, [])).header)).rejects.toThrow(
      'by-an-outsider',
    )
    await expect(check((await createNextGroupKey(ali, grown, undefined, [])).header)).rejects.toThrow(
      'another-roster',
    )
    const elsewhere = await createNextGroupKey(ali, { ...roster, groupId: groupId + 1 }, undefined, [])
    await expect(check(elsewhere.header)).rejects.toThrow('epoch-of-another-group')
    await expect(check(first.header, first.epoch)).rejects.toThrow('out-of-turn')
    await expect(check((await createNextGroupKey(ali, roster, first.epoch, [])).header)).rejects.toThrow(
      'out-of-turn',
    )
    await expect(check((await createNextGroupKey(ali, roster, undefined, [9])).header)).rejects.toThrow(
      'excludes',
    )
    const forged = { ...first.header, sig: encodeBase64url(new Uint8Array(64)) }
    await expect(check(forged)).rejects.toThrow('epoch-forged')
    await check((await createNextGroupKey(siti, roster, first.epoch, [])).header, first.epoch)
  })
})

describe('encrypted messages', () => {
  async function sendMessage(body: string) {
    const roster = await buildSignedRoster(ali, siti)
    const { epoch } = await createNextGroupKey(ali, roster, undefined, [])
    const content = {
      id: 'm1',
      c: 1,
      void: [],
      vault: 0,
      extra: '',
      head: getRosterHead(roster),
      body,
      messageType: 'text',
    }
    const sealed = await encryptMessage(siti, groupId, epoch, content)
    const message = { ...sealed, groupId, senderId: 2, messageType: 'text', clientId: 'm1' }
    const open = (change: Partial<Message> = {}) => {
      const changed = { ...message, ...change }
      const mark = parseEncryptionMetadata(changed)
      if (!mark || !epoch.key) throw new Error('no mark')
      return decryptMessage(roster, { ...epoch, key: epoch.key }, mark, changed)
    }
    return { message, open }
  }

  test('a decrypted message equals the original text for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async body => {
        const { open } = await sendMessage(body)
        expect((await open()).body).toBe(body)
      }),
      { numRuns: 40 },
    )
  })

  test('a message with an altered sender, group, type, id, device, epoch (group key) or ciphertext byte fails to decrypt', async () => {
    const { message, open } = await sendMessage('Rahsia')
    const changes: Partial<Message>[] = [
      { senderId: 1 },
      { groupId: 8 },
      { messageType: 'file' },
      { clientId: 'm2' },
      { metadata: { e2ee: { ...message.metadata.e2ee, dev: 'AAAAAAAAAAA' } } },
      { metadata: { e2ee: { ...message.metadata.e2ee, n: 2 } } },
    ]
    for (const change of changes) await expect(open(change)).rejects.toThrow()
    const bytes = decodeBase64url(message.content.slice('e2ee1.'.length))
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const damaged = bytes.with(at, (bytes[at] ?? 0) ^ by)
        await expect(open({ content: `e2ee1.${encodeBase64url(damaged)}` })).rejects.toThrow()
      }),
      { numRuns: 60 },
    )
    expect(parseEncryptionMetadata({ content: 'Biasa', metadata: message.metadata })).toBeUndefined()
  })

  test('encrypted messages of different short lengths have the same size', async () => {
    const lengths = await Promise.all(
      ['', 'a', 'a'.repeat(20)].map(async body => (await sendMessage(body)).message.content),
    )
    expect(new Set(lengths.map(({ length }) => length)).size).toBe(1)
  })

  test('createMessageReorderDetector rejects a message repeated at another position, and an old epoch (group key) after a newer one', () => {
    const order = createMessageReorderDetector()
    expect(order.accepts({ id: 'a', seq: 5, n: 1 })).toBe(true)
    expect(order.accepts({ id: 'a', seq: 5, n: 1 })).toBe(true)
    expect(order.accepts({ id: 'a', seq: 6, n: 1 })).toBe(false)
    expect(order.accepts({ id: 'b', seq: 7, n: 2 })).toBe(true)
    expect(order.accepts({ id: 'c', seq: 8, n: 1 })).toBe(false)
    expect(order.accepts({ id: 'd', seq: 3, n: 1 })).toBe(true)
    expect([order.hasSealedBefore(3), order.hasSealedBefore(4)]).toEqual([false, true])
  })
})

test('a call signal is accepted only by its recipient, from its sender and in its call', async () => {
  const frame = { callId: 'c1', from: 1, fromDev: ali.dev, to: 2, toDev: siti.dev }
  const word = { kind: 'state', isMuted: true, isCameraOff: false }
  const sealed = await encryptCallSignal(ali, siti.card, frame, 5, word)
  expect(await decryptCallSignal(siti, ali.card, frame, sealed)).toEqual({ n: 5, word })
  const forger = await createIdentityKeys(generateKeySeed(), 1, 1)
  const forged = await encryptCallSignal(forger, siti.card, frame, 5, word)
  await expect(decryptCallSignal(siti, ali.card, frame, forged)).rejects.toThrow('signal-forged')
  await expect(decryptCallSignal(mei, ali.card, frame, sealed)).rejects.toThrow()
  for (const change of [{ callId: 'c2' }, { from: 3 }, { fromDev: mei.dev }, { toDev: mei.dev }]) {
    await expect(decryptCallSignal(siti, ali.card, { ...frame, ...change }, sealed)).rejects.toThrow()
  }
})

test('a signed name is accepted only from the keys of its owner and without control or direction characters', async () => {
  const sign = (by: Identity, name: string, userId = 2) =>
    signText(by.sign, 'name', JSON.stringify({ userId, gen: 1, rev: 1, name }))
  const verifyName = async (signed: Promise<Signed>) =>
    (await verifySignedUserName(siti.card, await signed, verify))?.name
  expect(await verifyName(sign(siti, 'Siti Aminah'))).toBe('Siti Aminah')
  expect(await verifyName(sign(mei, 'Siti Aminah'))).toBeUndefined()
  expect(await verifyName(sign(siti, 'Siti Aminah', 3))).toBeUndefined()
  for (const name of ['Siti\nAli menambah Mei', 'Siti\u202Eimilaba', 'Siti\u0000', ''])
    expect(await verifyName(sign(siti, name))).toBeUndefined()
})

test('a safety number is equal on both sides and changes with the keys', async () => {
  const number = await computeSafetyNumber(ali.card, siti.card)
  expect(number).toMatch(/^(\d{5} ){11}\d{5}$/)
  expect(await computeSafetyNumber(siti.card, ali.card)).toBe(number)
  expect(
    await computeSafetyNumber((await createIdentityKeys(generateKeySeed(), 1, 2)).card, siti.card),
  ).not.toBe(number)
  expect(await computeGroupSafetyNumber(await buildSignedRoster(ali, siti))).toMatch(/^(\d{5} ){5}\d{5}$/)
})

test('doesScannedQrCodeMatchKeys returns true for matching keys, false for other keys of the same user and undefined for other codes', async () => {
  const code = await buildKeyVerificationQrText(siti.card)
  expect(await doesScannedQrCodeMatchKeys(code, siti.card)).toBe(true)
  const swapped = await createIdentityKeys(generateKeySeed(), siti.card.userId, 1)
  expect(await doesScannedQrCodeMatchKeys(code, swapped.card)).toBe(false)
  expect(await doesScannedQrCodeMatchKeys(code, mei.card)).toBeUndefined()
  expect(await doesScannedQrCodeMatchKeys('https://contoh.my', siti.card)).toBeUndefined()
})
