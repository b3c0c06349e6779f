import { beforeEach, describe, expect, test } from 'vitest'
import { FrameDecryptor, FrameEncryptor } from './frame-encryption.ts'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const key = randomBytes(32)
let encryptor: FrameEncryptor
let decryptor: FrameDecryptor

beforeEach(async () => {
  encryptor = new FrameEncryptor()
  decryptor = new FrameDecryptor()
  await encryptor.setKey(1, key)
  await decryptor.addKey(1, key)
})

async function encryptFrame(frame = randomBytes(300), kind: 'audio' | 'video' = 'video', isKeyFrame = false) {
  const encrypted = await encryptor.encryptFrame(frame, kind, isKeyFrame)
  if (!encrypted) throw new Error('not sealed')
  return encrypted
}

const containsBytes = (whole: Uint8Array, part: Uint8Array) => Buffer.from(whole).includes(Buffer.from(part))

describe('frame encryption', () => {
  test.each<['audio' | 'video', boolean, number]>([
    ['audio', false, 1],
    ['video', false, 3],
    ['video', true, 10],
  ])(
    'an encrypted %s frame (key frame: %s) decrypts to its content and shows only its first %i bytes in the clear',
    async (kind, isKey, headerLength) => {
      const frame = randomBytes(300)
      const encrypted = await encryptFrame(frame, kind, isKey)
      expect(encrypted.slice(0, headerLength)).toEqual(frame.slice(0, headerLength))
      for (let index = headerLength; index < 290; index += 8)
        expect(containsBytes(encrypted, frame.slice(index, index + 8))).toBe(false)
      expect(await decryptor.decryptFrame(encrypted, kind)).toEqual(frame)
    },
  )

  test('encryptFrame returns undefined for an empty audio frame', async () => {
    expect(await encryptor.encryptFrame(new Uint8Array(), 'audio')).toBeUndefined()
  })

  test('video frames that are empty or shorter than the unencrypted header are encrypted and decrypted', async () => {
    for (const length of [0, 1, 5, 10]) {
      const frame = randomBytes(length)
      expect(await decryptor.decryptFrame(await encryptFrame(frame, 'video', true), 'video')).toEqual(frame)
    }
  })

  test('decryptFrame rejects a frame in which any single bit was flipped', async () => {
    const encrypted = await encryptFrame(randomBytes(60))
    for (let index = 0; index < encrypted.length; index++) {
      const changed = encrypted.slice()
      changed[index] = (changed[index] ?? 0) ^ 1
      expect([index, await decryptor.decryptFrame(changed, 'video')]).toEqual([index, undefined])
    }
    expect(await decryptor.decryptFrame(encrypted, 'video')).toHaveLength(60)
  })

  test('decryptFrame rejects replayed, truncated and random frames, and video frames passed as audio', async () => {
    const encrypted = await encryptFrame()
    expect(await decryptor.decryptFrame(encrypted, 'audio')).toBeUndefined()
    expect(await decryptor.decryptFrame(encrypted, 'video')).toBeDefined()
    expect(await decryptor.decryptFrame(encrypted, 'video')).toBeUndefined()
    expect(await decryptor.decryptFrame(encrypted.slice(0, 40), 'video')).toBeUndefined()
    expect(await decryptor.decryptFrame(randomBytes(300), 'video')).toBeUndefined()
    expect(await decryptor.decryptFrame(new Uint8Array(), 'video')).toBeUndefined()
  })

  test('decryptFrame accepts frames that arrive out of order, each only once', async () => {
    const frames = [await encryptFrame(), await encryptFrame(), await encryptFrame()] as const
    for (const index of [2, 0, 1] as const)
      expect(await decryptor.decryptFrame(frames[index], 'video')).toBeDefined()
    for (const index of [0, 1, 2] as const)
      expect(await decryptor.decryptFrame(frames[index], 'video')).toBeUndefined()
  })
})

test('encryptFrame returns undefined while the sender has no key', async () => {
  expect(await new FrameEncryptor().encryptFrame(randomBytes(50), 'audio')).toBeUndefined()
})

test('after a key change, frames under the old key still decrypt, and a receiver without the new key decrypts no new frames', async () => {
  const formerReceiver = new FrameDecryptor()
  await formerReceiver.addKey(1, key)
  const before = await encryptFrame()
  const next = randomBytes(32)
  await encryptor.setKey(2, next)
  await decryptor.addKey(2, next)
  const after = await encryptFrame()
  expect(await decryptor.decryptFrame(before, 'video')).toBeDefined()
  expect(await decryptor.decryptFrame(after, 'video')).toBeDefined()
  expect(await formerReceiver.decryptFrame(before, 'video')).toBeDefined()
  expect(await formerReceiver.decryptFrame(after, 'video')).toBeUndefined()
})

describe('FrameDecryptor keys', () => {
  test('a participant who returns with a new key and the same key id can restart the frame numbers', async () => {
    for (let n = 0; n < 600; n++) await decryptor.decryptFrame(await encryptFrame(), 'video')
    const [newEncryptor, newKey] = [new FrameEncryptor(), randomBytes(32)]
    await newEncryptor.setKey(1, newKey)
    const frame = randomBytes(40)
    const first = (await newEncryptor.encryptFrame(frame, 'video')) as Uint8Array<ArrayBuffer>
    await decryptor.addKey(1, newKey)
    expect(await decryptor.decryptFrame(first, 'video')).toEqual(frame)
  })

  test('adding the same media frame key twice does not allow replayed frames', async () => {
    const encrypted = await encryptFrame()
    expect(await decryptor.decryptFrame(encrypted, 'video')).toBeDefined()
    await decryptor.addKey(1, key)
    expect(await decryptor.decryptFrame(encrypted, 'video')).toBeUndefined()
  })

  test('isKeyMissing returns true only for an encrypted frame whose key has not been received', async () => {
    const encrypted = await encryptFrame()
    expect([decryptor.isKeyMissing(encrypted), new FrameDecryptor().isKeyMissing(encrypted)]).toEqual([
      false,
      true,
    ])
    expect(new FrameDecryptor().isKeyMissing(randomBytes(5))).toBe(false)
  })
})
