// Device linking by comparing codes, with a server between the two devices that alters what it relays.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '#shared/e2ee/card.ts'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'
import { loadCurves } from '#web/lib/e2ee/crypto/curves.ts'
import { createIdentity, generateSeed } from '#web/lib/e2ee/crypto/identity.ts'
import type { Seeds } from '#web/lib/e2ee/crypto/seeds.ts'
import { formatLinkComparisonCode, NewDeviceComparison, OldDeviceComparison } from './link-comparison.ts'

const userId = 7
const id = encodeBase64url(generateSeed())
const seeds: Seeds = [{ gen: 1, bytes: generateSeed() }]
const payload = { seeds, trust: 'rekod' }
let card: Card
beforeAll(async () => {
  card = (await createIdentity(seeds[0].bytes, userId, 1)).card
})

const createPair = async () => (await loadCurves()).createBoxKey(generateSeed())
const createNewDevice = async (published = card) =>
  NewDeviceComparison.create(published, id, await createPair())
const createOldDevice = (commitment: NewDeviceComparison['commitment']) =>
  OldDeviceComparison.create(card, commitment)

describe('an honest server', () => {
  test('both devices show the same six digits, and the new device receives seeds and trust record', async () => {
    const newDevice = await createNewDevice()
    const oldDevice = await createOldDevice(newDevice.commitment)
    const { reveal, code } = await newDevice.takeReply(oldDevice.reply)
    expect(await oldDevice.takeReveal(reveal)).toBe(code)
    expect(formatLinkComparisonCode(code)).toMatch(/^\d{3} \d{3}$/)
    expect(await newDevice.decryptAnswer(await oldDevice.encryptAnswer(payload))).toEqual(payload)
  })

  test('each request shows another code, so a code of an earlier request cannot be reused', async () => {
    const codes = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const newDevice = await createNewDevice()
      const oldDevice = await createOldDevice(newDevice.commitment)
      codes.add((await newDevice.takeReply(oldDevice.reply)).code)
    }
    expect(codes.size).toBeGreaterThan(15)
  })
})

describe('a lying server', () => {
  test('a server that swaps the keys in both directions makes the two devices show different codes', async () => {
    const newDevice = await createNewDevice()
    const serverAsNew = await createNewDevice()
    const oldDevice = await createOldDevice(serverAsNew.commitment)
    const serverAsOld = await createOldDevice(newDevice.commitment)
    const atNew = await newDevice.takeReply(serverAsOld.reply)
    const atServer = await serverAsNew.takeReply(oldDevice.reply)
    expect(await oldDevice.takeReveal(atServer.reveal)).not.toBe(atNew.code)
  })

  test('a server that swaps only the reply makes the codes differ, and its own answer is not decrypted as that of the old device', async () => {
    const newDevice = await createNewDevice()
    const oldDevice = await createOldDevice(newDevice.commitment)
    const serverAsOld = await createOldDevice(newDevice.commitment)
    const { reveal, code } = await newDevice.takeReply(serverAsOld.reply)
    // The secret in the reveal is encrypted to the server's key, so the old device reports the forgery.
    await expect(oldDevice.takeReveal(reveal)).rejects.toThrow()
    expect(await serverAsOld.takeReveal(reveal)).toBe(code)
    const fresh = await createNewDevice()
    await fresh.takeReply(oldDevice.reply)
    await expect(fresh.decryptAnswer(await serverAsOld.encryptAnswer(payload))).rejects.toThrow()
  })

  test('a server that saw both nonces cannot search for a matching code, because nonce and reply are fixed by then', async () => {
    const newDevice = await createNewDevice()
    const first = await createOldDevice(newDevice.commitment)
    const { code, reveal } = await newDevice.takeReply(first.reply)
    // Further replies neither change the code nor reveal anything else.
    for (let attempt = 0; attempt < 50; attempt++) {
      const other = await createOldDevice(newDevice.commitment)
      expect(await newDevice.takeReply(other.reply)).toEqual({ code, reveal })
    }
    // The old device accepts only the nonce to which the commitment was made before the old device replied.
    const serverAsNew = await createNewDevice()
    const oldDevice = await createOldDevice(serverAsNew.commitment)
    const genuine = await serverAsNew.takeReply(oldDevice.reply)
    for (let attempt = 0; attempt < 50; attempt++) {
      const nonce = encodeBase64url(generateSeed())
      await expect(oldDevice.takeReveal({ ...genuine.reveal, nonce })).rejects.toThrow('other nonce')
    }
    expect(await oldDevice.takeReveal(genuine.reveal)).toBe(genuine.code)
  })

  test('a commitment to one key with the key of another device is rejected when the nonce is revealed', async () => {
    const [newDevice, serverAsNew] = [await createNewDevice(), await createNewDevice()]
    const swapped = { ...newDevice.commitment, box: serverAsNew.commitment.box }
    const oldDevice = await createOldDevice(swapped)
    const { reveal } = await newDevice.takeReply(oldDevice.reply)
    await expect(oldDevice.takeReveal(reveal)).rejects.toThrow('other nonce')
  })

  test('a new device to which the server shows another published card shows another code', async () => {
    const foreign = await createIdentity(generateSeed(), userId, 2)
    const newDevice = await createNewDevice(foreign.card)
    const oldDevice = await createOldDevice(newDevice.commitment)
    const { reveal } = await newDevice.takeReply(oldDevice.reply)
    await expect(oldDevice.takeReveal(reveal)).rejects.toThrow()
  })

  test('a server that replaces the linking secret cannot decrypt the answer of the old device, and the new device rejects that answer', async () => {
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

  test('neither device continues before its turn', async () => {
    const newDevice = await createNewDevice()
    const oldDevice = await createOldDevice(newDevice.commitment)
    await expect(newDevice.decryptAnswer('AAAA')).rejects.toThrow('no reply yet')
    await expect(oldDevice.encryptAnswer(payload)).rejects.toThrow('no reveal yet')
  })
})
