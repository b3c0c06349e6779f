import { beforeEach, describe, expect, test } from 'vitest'
import { FrameOpener, FrameSealer } from './frame-seal.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const key = random(32)
let sealer: FrameSealer
let opener: FrameOpener

beforeEach(async () => {
  sealer = new FrameSealer()
  opener = new FrameOpener()
  await sealer.takeKey(1, key)
  await opener.addKey(1, key)
})

async function seal(frame = random(300), kind: 'audio' | 'video' = 'video', isKeyFrame = false) {
  const sealed = await sealer.seal(frame, kind, isKeyFrame)
  if (!sealed) throw new Error('not sealed')
  return sealed
}

const holds = (whole: Uint8Array, part: Uint8Array) => Buffer.from(whole).includes(Buffer.from(part))

describe('a frame', () => {
  test.each<['audio' | 'video', boolean, number]>([
    ['audio', false, 1],
    ['video', false, 3],
    ['video', true, 10],
  ])(
    '%s, whole picture %s: comes back as it was, and shows its first %i bytes alone',
    async (kind, isKey, clear) => {
      const frame = random(300)
      const sealed = await seal(frame, kind, isKey)
      expect(sealed.slice(0, clear)).toEqual(frame.slice(0, clear))
      for (let at = clear; at < 290; at += 8) expect(holds(sealed, frame.slice(at, at + 8))).toBe(false)
      expect(await opener.open(sealed, kind)).toEqual(frame)
    },
  )

  test('of silence is none', async () => {
    expect(await sealer.seal(new Uint8Array(), 'audio')).toBeUndefined()
  })

  test('shorter than what would be in the clear, or empty, is a frame as well', async () => {
    for (const length of [0, 1, 5, 10]) {
      const frame = random(length)
      expect(await opener.open(await seal(frame, 'video', true), 'video')).toEqual(frame)
    }
  })

  test('in which one bit was changed, anywhere, is refused', async () => {
    const sealed = await seal(random(60))
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      expect([at, await opener.open(changed, 'video')]).toEqual([at, undefined])
    }
    expect(await opener.open(sealed, 'video')).toHaveLength(60)
  })

  test('played back, cut short, of the other track or of nobody is refused', async () => {
    const sealed = await seal()
    expect(await opener.open(sealed, 'audio')).toBeUndefined()
    expect(await opener.open(sealed, 'video')).toBeDefined()
    expect(await opener.open(sealed, 'video')).toBeUndefined()
    expect(await opener.open(sealed.slice(0, 40), 'video')).toBeUndefined()
    expect(await opener.open(random(300), 'video')).toBeUndefined()
    expect(await opener.open(new Uint8Array(), 'video')).toBeUndefined()
  })

  test('that was overtaken still counts, once', async () => {
    const frames = [await seal(), await seal(), await seal()] as const
    for (const at of [2, 0, 1] as const) expect(await opener.open(frames[at], 'video')).toBeDefined()
    for (const at of [0, 1, 2] as const) expect(await opener.open(frames[at], 'video')).toBeUndefined()
  })
})

test('without a key nothing goes out', async () => {
  expect(await new FrameSealer().seal(random(50), 'audio')).toBeUndefined()
})

test('with a new key, what was sealed with the old one is still on its way; whoever has only the old one is out', async () => {
  const left = new FrameOpener()
  await left.addKey(1, key)
  const before = await seal()
  const next = random(32)
  await sealer.takeKey(2, next)
  await opener.addKey(2, next)
  const after = await seal()
  expect(await opener.open(before, 'video')).toBeDefined()
  expect(await opener.open(after, 'video')).toBeDefined()
  expect(await left.open(before, 'video')).toBeDefined()
  expect(await left.open(after, 'video')).toBeUndefined()
})

describe('whoever leaves and comes back', () => {
  test('begins to count anew with another key of the same number, and is heard', async () => {
    for (let n = 0; n < 600; n++) await opener.open(await seal(), 'video')
    const [fresh, freshKey] = [new FrameSealer(), random(32)]
    await fresh.takeKey(1, freshKey)
    const frame = random(40)
    const first = (await fresh.seal(frame, 'video')) as Uint8Array<ArrayBuffer>
    await opener.addKey(1, freshKey)
    expect(await opener.open(first, 'video')).toEqual(frame)
  })

  test('a key that is told once more does not let anything be played again', async () => {
    const sealed = await seal()
    expect(await opener.open(sealed, 'video')).toBeDefined()
    await opener.addKey(1, key)
    expect(await opener.open(sealed, 'video')).toBeUndefined()
  })

  test('a frame tells whether its key was ever heard', async () => {
    const sealed = await seal()
    expect([opener.lacksKeyFor(sealed), new FrameOpener().lacksKeyFor(sealed)]).toEqual([false, true])
    expect(new FrameOpener().lacksKeyFor(random(5))).toBe(false)
  })
})
