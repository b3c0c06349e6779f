import { describe, expect, it } from 'vitest'
import type { Wrap } from '#shared/contracts/keys/keys.schemas.ts'
import { computeOwnVotingCredentialPair } from '#web/lib/ballot/enrol.ts'
import { createIdentityKeys, generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import { wrapKeySeed } from '#web/lib/e2ee/crypto/wrap.ts'
import { encryptOlderKeySeeds } from './key-wraps.ts'
import { decryptKeysOfMergedAccount } from './unlock-merged-keys.ts'

const userId = 4
const uuid = 'TestEection11111111'

/** Builds the keys of an account that enrolled with generation 1, renewed its keys, and was merged into another one. */
async function buildMergedKeys() {
  const [oldSeed, newSeed, secret] = [generateKeySeed(), generateKeySeed(), generateKeySeed()]
  const enrolled = await createIdentityKeys(oldSeed, userId, 1)
  const blob = await wrapKeySeed(newSeed, secret, { userId, gen: 2, kind: 'phrase' })
  const phrase: Wrap = { gen: 2, kind: 'phrase', credentialId: null, blob }
  const older = await encryptOlderKeySeeds(
    [
      { gen: 2, bytes: newSeed },
      { gen: 1, bytes: oldSeed },
    ],
    userId,
  )
  return { enrolled, secret, phrase, keys: { userId, card: enrolled.card, wraps: [phrase, older as Wrap] } }
}

describe('decryptKeysOfMergedAccount', () => {
  it('decryptKeysOfMergedAccount returns the keys with which the merged account enrolled in the election, even if that account renewed its keys later', async () => {
    const { enrolled, secret, phrase, keys } = await buildMergedKeys()
    const { identity } = await decryptKeysOfMergedAccount(keys, phrase, secret)
    const credentials = [enrolled, identity].map(owner => computeOwnVotingCredentialPair(owner, 1, uuid))
    const [first, second] = await Promise.all(credentials)
    expect(first?.credential).toBeDefined()
    expect(second).toEqual(first)
  })

  it('decryptKeysOfMergedAccount rejects another recovery phrase, a missing backup and keys that did not sign the electoral roll entry', async () => {
    const { secret, phrase, keys } = await buildMergedKeys()
    const { card } = await createIdentityKeys(generateKeySeed(), userId, 1)
    await expect(decryptKeysOfMergedAccount(keys, phrase, generateKeySeed())).rejects.toMatchObject({
      kind: 'wrong-phrase',
    })
    await expect(decryptKeysOfMergedAccount(keys, undefined, secret)).rejects.toMatchObject({
      kind: 'other-card',
    })
    await expect(decryptKeysOfMergedAccount({ ...keys, card }, phrase, secret)).rejects.toMatchObject({
      kind: 'other-card',
    })
  })
})
