import { expect, test } from 'vitest'
import { createIdentityKeys, generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import { emptyTrustRecord, type KeyPin } from './trust-record.ts'
import { decryptPinnedKeysFromServerBackup, encryptPinnedKeysForServerBackup } from './vault.ts'

test('pinned keys in a vault (encrypted backup) that was signed with earlier keys are kept, but no longer count as verified or accepted', async () => {
  const earlier = await createIdentityKeys(generateKeySeed(), 7, 1)
  const current = { ...(await createIdentityKeys(generateKeySeed(), 7, 2)), older: [earlier] }
  const { card } = await createIdentityKeys(generateKeySeed(), 9, 1)
  const pin: KeyPin = { card, since: 1, verifiedAt: 5, acceptedAt: 4 }
  const record = { ...emptyTrustRecord, pins: { 9: pin } }
  const opened = async (by: typeof earlier) =>
    (
      await decryptPinnedKeysFromServerBackup(
        current,
        3,
        await encryptPinnedKeysForServerBackup(by, record, 3),
      )
    ).record.pins
  expect(await opened(current)).toEqual({ 9: pin })
  expect(await opened(earlier)).toEqual({ 9: { card, since: 1 } })
  await expect(opened(await createIdentityKeys(generateKeySeed(), 7, 2))).rejects.toThrow('vault-forged')
})
