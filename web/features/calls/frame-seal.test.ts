import { beforeEach, describe, expect, test } from 'vitest'
import { FrameOpener, FrameSealer } from './frame-seal.ts'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const key = randomBytes(32)
let encryptor: FrameSealer
let decryptor: FrameOpener

beforeEach(async () => {
  encryptor = new FrameSealer()
  decryptor = new FrameOpener()
  await encryptor.takeKey(1, key)
  await decryptor.addKey(1, key)
})

async function encryptFrame(frame = randomBytes(300), kind: 'audio' | 'video' = 'video', isKeyFrame = false) {
  const encrypted = await encryptor.seal(frame, kind, isKeyFrame)
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
      expect(await decryptor.open(encrypted, kind)).toEqual(frame)
    },
  )

  test('encryptFrame returns undefined for an empty audio frame', async () => {
    expect(await encryptor.seal(new Uint8Array(), 'audio')).toBeUndefined()
  })

  test('video frames that are empty or shorter than the clear header are encrypted and decrypted', async () => {
    for (const length of [0, 1, 5, 10]) {
      const frame = randomBytes(length)
      expect(await decryptor.open(await encryptFrame(frame, 'video', true), 'video')).toEqual(frame)
    }
  })

  test('decryptFrame rejects a frame in which any single bit was flipped', async () => {
    const encrypted = await encryptFrame(randomBytes(60))
    for (let index = 0; index < encrypted.length; index++) {
      const changed = encrypted.slice()
      changed[index] = (changed[index] ?? 0) ^ 1
      expect([index, await decryptor.open(changed, 'video')]).toEqual([index, undefined])
    }
    expect(await decryptor.open(encrypted, 'video')).toHaveLength(60)
  })

  test('decryptFrame rejects replayed, truncated and random frames and frames of the other track', async () => {
    const encrypted = await encryptFrame()
    expect(await decryptor.open(encrypted, 'audio')).toBeUndefined()
    expect(await decryptor.open(encrypted, 'video')).toBeDefined()
    expect(await decryptor.open(encrypted, 'video')).toBeUndefined()
    expect(await decryptor.open(encrypted.slice(0, 40), 'video')).toBeUndefined()
    expect(await decryptor.open(randomBytes(300), 'video')).toBeUndefined()
    expect(await decryptor.open(new Uint8Array(), 'video')).toBeUndefined()
  })

  test('decryptFrame accepts frames that arrive out of order, each only once', async () => {
    const frames = [await encryptFrame(), await encryptFrame(), await encryptFrame()] as const
    for (const index of [2, 0, 1] as const) expect(await decryptor.open(frames[index], 'video')).toBeDefined()
    for (const index of [0, 1, 2] as const)
      expect(await decryptor.open(frames[index], 'video')).toBeUndefined()
  })
})

test('encryptFrame returns undefined while no key is set', async () => {
  expect(await new FrameSealer().seal(randomBytes(50), 'audio')).toBeUndefined()
})

test('after a key change, frames under the old key still decrypt, and a receiver without the new key decrypts no new frame', async () => {
  const formerReceiver = new FrameOpener()
  await formerReceiver.addKey(1, key)
  const before = await encryptFrame()
  const next = randomBytes(32)
  await encryptor.takeKey(2, next)
  await decryptor.addKey(2, next)
  const after = await encryptFrame()
  expect(await decryptor.open(before, 'video')).toBeDefined()
  expect(await decryptor.open(after, 'video')).toBeDefined()
  expect(await formerReceiver.open(before, 'video')).toBeDefined()
  expect(await formerReceiver.open(after, 'video')).toBeUndefined()
})

describe('FrameDecryptor keys', () => {
  test('a participant who returns with a new key under the same key id can restart the frame numbers', async () => {
    for (let n = 0; n < 600; n++) await decryptor.open(await encryptFrame(), 'video')
    const [newEncryptor, newKey] = [new FrameSealer(), randomBytes(32)]
    await newEncryptor.takeKey(1, newKey)
    const frame = randomBytes(40)
    const first = (await newEncryptor.seal(frame, 'video')) as Uint8Array<ArrayBuffer>
    await decryptor.addKey(1, newKey)
    expect(await decryptor.open(first, 'video')).toEqual(frame)
  })

  test('adding a known key again does not allow replayed frames', async () => {
    const encrypted = await encryptFrame()
    expect(await decryptor.open(encrypted, 'video')).toBeDefined()
    await decryptor.addKey(1, key)
    expect(await decryptor.open(encrypted, 'video')).toBeUndefined()
  })

  test('isKeyMissing tells whether the key of an encrypted frame has been received', async () => {
    const encrypted = await encryptFrame()
    expect([decryptor.lacksKeyFor(encrypted), new FrameOpener().lacksKeyFor(encrypted)]).toEqual([
      false,
      true,
    ])
    expect(new FrameOpener().lacksKeyFor(randomBytes(5))).toBe(false)
  })
})
