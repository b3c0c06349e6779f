import { expect, test } from 'vitest'
import { identityFrom, newSeed } from './identity.ts'
import { nothingKnown, type Pin } from './trust.ts'
import { openVault, sealVault } from './vault.ts'

test('a vault signed with earlier keys keeps the pins but loses their verification and acceptance', async () => {
  const earlier = await identityFrom(newSeed(), 7, 1)
  const current = { ...(await identityFrom(newSeed(), 7, 2)), older: [earlier] }
  const { card } = await identityFrom(newSeed(), 9, 1)
  const pin: Pin = { card, since: 1, verifiedAt: 5, acceptedAt: 4 }
  const record = { ...nothingKnown, pins: { 9: pin } }
  const opened = async (by: typeof earlier) =>
    (await openVault(current, 3, await sealVault(by, record, 3))).record.pins
  expect(await opened(current)).toEqual({ 9: pin })
  expect(await opened(earlier)).toEqual({ 9: { card, since: 1 } })
  await expect(opened(await identityFrom(newSeed(), 7, 2))).rejects.toThrow('vault-forged')
})
