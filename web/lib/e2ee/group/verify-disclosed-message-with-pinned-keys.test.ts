// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type DisclosedMessage,
  type StoredEncryptedMessage,
  verifyMessageDisclosedInAbuseReport,
} from '#shared/e2ee/disclosed-message.ts'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'
import { buildMessageTextToSign } from '#shared/e2ee/message-payload.ts'
import { encodePublicKeysToSign } from '#shared/e2ee/signed-public-keys.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import {
  createIdentityKeys,
  generateKeySeed,
  type Identity,
  signText,
} from '#web/lib/e2ee/crypto/identity.ts'
import { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { verifyDisclosedMessageWithPinnedKeys } from './verify-disclosed-message-with-pinned-keys.ts'

const createEmptyTrust = () => new Trust({ load: async () => undefined, save: async record => record })
const fakeHash = (letter: string) => letter.repeat(43)
const content = { id: 'm1', ts: 1_700_000_000_000, c: 3, head: fakeHash('h'), body: 'Kata kesat' }
let verify: Awaited<ReturnType<typeof loadEllipticCurveImplementation>>['verify']
let [siti, raju] = [] as unknown as [Identity, Identity]
beforeAll(async () => {
  verify = (await loadEllipticCurveImplementation()).verify
  ;[siti, raju] = [
    await createIdentityKeys(generateKeySeed(), 2, 1),
    await createIdentityKeys(generateKeySeed(), 4, 1),
  ]
})

const buildStoredMessage = (v: 1 | 2): StoredEncryptedMessage => ({
  groupId: 7,
  senderId: 2,
  messageType: 'text',
  clientId: 'm1',
  mark: { v, n: 5, eid: fakeHash('e'), dev: siti.dev },
})

async function discloseMessage(
  stored: StoredEncryptedMessage,
  by = siti,
  text = content.body,
): Promise<DisclosedMessage> {
  const counted = stored.mark.v === 2 ? { void: [1], vault: 4 } : {}
  const signed = await signText(
    by.sign,
    'message',
    buildMessageTextToSign(stored, { ...content, body: text, ...counted }),
  )
  return { ...signed, card: by.card }
}

describe.each([1, 2] as const)('disclosed message of version %s', v => {
  test('verifyMessageDisclosedInAbuseReport returns the exact text of a validly signed disclosed message', async () => {
    const stored = buildStoredMessage(v)
    const text = 'Kata "kesat" \u0000 \ud800\n'
    expect(
      await verifyMessageDisclosedInAbuseReport(await discloseMessage(stored, siti, text), stored, verify),
    ).toEqual({
      words: text,
      at: content.ts,
      head: content.head,
      extra: {},
    })
  })

  test('a disclosed message is rejected if its signature belongs to another group, sender, type, message id or encryption metadata', async () => {
    const stored = buildStoredMessage(v)
    const { mark } = stored
    const disclosed = await discloseMessage(stored)
    const others: Partial<StoredEncryptedMessage>[] = [
      { groupId: 8 },
      { senderId: 4 },
      { messageType: 'call' },
      { clientId: 'm2' },
      { clientId: null },
      { mark: { ...mark, n: 6 } },
      { mark: { ...mark, eid: fakeHash('f') } },
      { mark: { ...mark, dev: raju.dev } },
      { mark: { ...mark, v: v === 1 ? 2 : 1 } },
    ]
    for (const other of others) {
      expect(
        await verifyMessageDisclosedInAbuseReport(disclosed, { ...stored, ...other }, verify),
        JSON.stringify(other),
      ).toBeUndefined()
    }
  })

  test('a disclosed message is rejected with altered text, a wrong signature or forged public keys', async () => {
    const stored = buildStoredMessage(v)
    const disclosed = await discloseMessage(stored)
    const byRaju = await discloseMessage(stored, raju)
    const { sig: _, ...bare } = { ...raju.card, userId: 2 }
    const claimed = { ...bare, sig: (await signText(raju.sign, 'name', encodePublicKeysToSign(bare))).sig }
    const forged: DisclosedMessage[] = [
      { ...disclosed, body: disclosed.body.replace('kesat', 'manis') },
      { ...disclosed, body: 'bukan apa-apa' },
      { ...disclosed, sig: encodeBase64url(new Uint8Array(64)) },
      { ...disclosed, sig: disclosed.sig.slice(0, -1) },
      { ...disclosed, card: raju.card },
      byRaju,
      { ...byRaju, card: siti.card },
      { ...byRaju, card: { ...raju.card, userId: 2 } },
      { ...byRaju, card: claimed },
      { ...disclosed, ...(await signText(siti.sign, 'name', disclosed.body)) },
    ]
    for (const each of forged) {
      expect(
        await verifyMessageDisclosedInAbuseReport(each, stored, verify),
        JSON.stringify(each),
      ).toBeUndefined()
    }
  })
})

describe('verifyDisclosedMessageWithPinnedKeys', () => {
  async function verifyWithPinnedKeysOf(known: Identity | undefined, signer = siti) {
    const trust = createEmptyTrust()
    if (known) await trust.recordCards([{ card: known.card, word: 'listed' }])
    const stored = { ...buildStoredMessage(2), mark: { ...buildStoredMessage(2).mark, dev: signer.dev } }
    return verifyDisclosedMessageWithPinnedKeys(await discloseMessage(stored, signer), stored, trust)
  }
  const text = { words: content.body, at: content.ts }

  test('a disclosed message counts as verified if its public keys are pinned, unknown or older than the pinned ones', async () => {
    expect(await verifyWithPinnedKeysOf(siti)).toEqual({ kind: 'verified', verdict: 'same', ...text })
    expect(await verifyWithPinnedKeysOf(undefined)).toEqual({ kind: 'verified', verdict: 'first', ...text })
    const renewed = await createIdentityKeys(generateKeySeed(), 2, 2)
    expect(await verifyWithPinnedKeysOf(renewed)).toEqual({ kind: 'verified', verdict: 'older', ...text })
  })

  test('a disclosed message counts as signed with foreign keys if its public keys contradict the pinned ones or are newer', async () => {
    const conflicting = await createIdentityKeys(generateKeySeed(), 2, 1)
    expect(await verifyWithPinnedKeysOf(siti, conflicting)).toEqual({
      kind: 'foreign',
      verdict: 'swapped',
      ...text,
    })
    const newer = await createIdentityKeys(generateKeySeed(), 2, 2)
    expect(await verifyWithPinnedKeysOf(siti, newer)).toEqual({ kind: 'foreign', verdict: 'newer', ...text })
  })

  test('a disclosed message without a valid signature counts as unproven', async () => {
    const stored = buildStoredMessage(2)
    const disclosed = { ...(await discloseMessage(stored)), sig: encodeBase64url(new Uint8Array(64)) }
    expect(await verifyDisclosedMessageWithPinnedKeys(disclosed, stored, createEmptyTrust())).toEqual({
      kind: 'unproven',
    })
  })
})
