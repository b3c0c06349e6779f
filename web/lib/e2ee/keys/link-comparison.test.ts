// Tests device linking by comparing codes while a server alters the messages between the two devices.
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { createIdentityKeys, generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import type { Seeds } from '#web/lib/e2ee/crypto/seeds.ts'
import { formatLinkComparisonCode, NewDeviceComparison, OldDeviceComparison } from './link-comparison.ts'

const userId = 7
const id = encodeBase64url(generateKeySeed())
const seeds: Seeds = [{ gen: 1, bytes: generateKeySeed() }]
const payload = { seeds, trust: 'rekod' }
let card: Card
beforeAll(async () => {
  card = (await createIdentityKeys(seeds[0].bytes, userId, 1)).card
})

const createPair = async () => (await loadEllipticCurveImplementation()).createBoxKey(generateKeySeed())
const createNewDevice = async (published = card) =>
  NewDeviceComparison.create(published, id, await createPair())
const createOldDevice = (commitment: NewDeviceComparison['commitment']) =>
  OldDeviceComparison.create(card, commitment)

describe('an honest server', () => {
  test('both linked devices show the same six digits, and the new device receives the key seeds and the trust record (pinned keys of other users)', async () => {
    const newDevice = await createNewDevice()
    const oldDevice = await createOldDevice(newDevice.commitment)
    const { reveal, code } = await newDevice.takeReply(oldDevice.reply)
    expect(await oldDevice.takeReveal(reveal)).toBe(code)
    expect(formatLinkComparisonCode(code)).toMatch(/^\d{3} \d{3}$/)
    expect(await newDevice.decryptAnswer(await oldDevice.encryptAnswer(payload))).toEqual(payload)
  })

  test('each link request has a different comparison code', async () => {
    const codes = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const newDevice = await createNewDevice()
      const oldDevice = await createOldDevice(newDevice.commitment)
      codes.add((await newDevice.takeReply(oldDevice.reply)).code)
    }
    expect(codes.size).toBeGreaterThan(15)
  })
})

describe('a dishonest server', () => {
  test('when a server replaces the public keys of both devices during device linking, the two devices show different codes', async () => {
    const newDevice = await createNewDevice()
    const serverAsNew = await createNewDevice()
    const oldDevice = await createOldDevice(serverAsNew.commitment)
    const serverAsOld = await createOldDevice(newDevice.commitment)
    const atNew = await newDevice.takeReply(serverAsOld.reply)
    const atServer = await serverAsNew.takeReply(oldDevice.reply)
    expect(await oldDevice.takeReveal(atServer.reveal)).not.toBe(atNew.code)
  })

  test('when a server replaces the reply of the old device, the old device rejects the next message, and the new device rejects keys from the server', async () => {
    const newDevice = await createNewDevice()
    const oldDevice = await createOldDevice(newDevice.commitment)
    const serverAsOld = await createOldDevice(newDevice.commitment)
    const { reveal, code } = await newDevice.takeReply(serverAsOld.reply)
    // The revealed secret is encrypted to the server's key, so the old device detects the forgery.
    await expect(oldDevice.takeReveal(reveal)).rejects.toThrow()
    expect(await serverAsOld.takeReveal(reveal)).toBe(code)
    const fresh = await createNewDevice()
    await fresh.takeReply(oldDevice.reply)
    await expect(fresh.decryptAnswer(await serverAsOld.encryptAnswer(payload))).rejects.toThrow()
  })

  test('a server cannot try nonces until the comparison codes match, because the new device keeps the first reply and the old device rejects other nonces', async () => {
    const newDevice = await createNewDevice()
    const first = await createOldDevice(newDevice.commitment)
    const { code, reveal } = await newDevice.takeReply(first.reply)
    // Further replies from the server change neither the comparison code nor what the new device reveals.
    for (let attempt = 0; attempt < 50; attempt++) {
      const other = await createOldDevice(newDevice.commitment)
      expect(await newDevice.takeReply(other.reply)).toEqual({ code, reveal })
    }
    // The old device accepts only the nonce to which the new device committed before the old device replied.
    const serverAsNew = await createNewDevice()
    const oldDevice = await createOldDevice(serverAsNew.commitment)
    const genuine = await serverAsNew.takeReply(oldDevice.reply)
    for (let attempt = 0; attempt < 50; attempt++) {
      const nonce = encodeBase64url(generateKeySeed())
      await expect(oldDevice.takeReveal({ ...genuine.reveal, nonce })).rejects.toThrow('other nonce')
    }
    expect(await oldDevice.takeReveal(genuine.reveal)).toBe(genuine.code)
  })

  test('linking a device fails when the server forwards the commitment (hash) of the new device with another public key', async () => {
    const [newDevice, serverAsNew] = [await createNewDevice(), await createNewDevice()]
    const swapped = { ...newDevice.commitment, box: serverAsNew.commitment.box }
    const oldDevice = await createOldDevice(swapped)
    const { reveal } = await newDevice.takeReply(oldDevice.reply)
    await expect(oldDevice.takeReveal(reveal)).rejects.toThrow('other nonce')
  })

  test('a new device shows a different comparison code when the server sends it false public keys of the user', async () => {
    const foreign = await createIdentityKeys(generateKeySeed(), userId, 2)
    const newDevice = await createNewDevice(foreign.card)
    const oldDevice = await createOldDevice(newDevice.commitment)
    const { reveal } = await newDevice.takeReply(oldDevice.reply)
    await expect(oldDevice.takeReveal(reveal)).rejects.toThrow()
  })

  test('the old device rejects a secret from another device, and another device cannot decrypt the keys that the old device sends', async () => {
    const newDevice = await createNewDevice()
    const oldDevice = await createOldDevice(newDevice.commitment)
    const genuine = await newDevice.takeReply(oldDevice.reply)
    const stranger = await createNewDevice()
    const foreignSecret = (await stranger.takeReply(oldDevice.reply)).reveal.secret
    await expect(oldDevice.takeReveal({ ...genuine.reveal, secret: foreignSecret })).rejects.toThrow()
    await oldDevice.takeReveal(genuine.reveal)
    const answer = await oldDevice.encryptAnswer(payload)
    await expect(stranger.decryptAnswer(answer)).rejects.toThrow()
  })

  test('neither device of a device link continues before the message of the other device has arrived', async () => {
    const newDevice = await createNewDevice()
    const oldDevice = await createOldDevice(newDevice.commitment)
    await expect(newDevice.decryptAnswer('AAAA')).rejects.toThrow('no reply yet')
    await expect(oldDevice.encryptAnswer(payload)).rejects.toThrow('no reveal yet')
  })
})
