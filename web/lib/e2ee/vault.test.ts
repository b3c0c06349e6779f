import { expect, test } from 'vitest'
import { identityFrom, newSeed } from './identity.ts'
import { nothingKnown, type Pin } from './trust.ts'
import { openVault, sealVault } from './vault.ts'

test('a vault that earlier keys have signed says whom one met, and not whom one has verified', async () => {
  const before = await identityFrom(newSeed(), 7, 1)
  const now = { ...(await identityFrom(newSeed(), 7, 2)), older: [before] }
  const { card } = await identityFrom(newSeed(), 9, 1)
  const pin: Pin = { card, since: 1, verifiedAt: 5, acceptedAt: 4 }
  const record = { ...nothingKnown, pins: { 9: pin } }
  const opened = async (by: typeof before) =>
    (await openVault(now, 3, await sealVault(by, record, 3))).record.pins
  expect(await opened(now)).toEqual({ 9: pin })
  expect(await opened(before)).toEqual({ 9: { card, since: 1 } })
  await expect(opened(await identityFrom(newSeed(), 7, 2))).rejects.toThrow('vault-forged')
})
