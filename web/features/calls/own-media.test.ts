import { afterAll, beforeEach, expect, test, vi } from 'vitest'

/** Where each camera of a phone looks; a desk does not know. */
const facing = new Map<string, string>()

class Track {
  readyState = 'live'
  enabled = true
  contentHint = ''
  onended: (() => void) | null = null
  readonly kind: 'audio' | 'video'
  readonly deviceId: string
  constructor(kind: 'audio' | 'video', deviceId: string) {
    this.kind = kind
    this.deviceId = deviceId
  }
  stop() {
    this.readyState = 'ended'
  }
  getSettings() {
    const facingMode = facing.get(this.deviceId)
    return { deviceId: this.deviceId, ...(facingMode && { facingMode }) }
  }
}

class Stream {
  readonly tracks: Track[]
  constructor(tracks: Track[] = []) {
    this.tracks = tracks
  }
  getTracks() {
    return this.tracks
  }
  getAudioTracks() {
    return this.tracks.filter(({ kind }) => kind === 'audio')
  }
  getVideoTracks() {
    return this.tracks.filter(({ kind }) => kind === 'video')
  }
}

type Wanted = { deviceId?: string | { exact: string }; facingMode?: { exact: string } } | undefined
const made: Track[] = []
const unplugged = new Set<string>()

function give(kind: 'audio' | 'video', wanted: Wanted): Track[] {
  if (!wanted) return []
  const looking = [...facing].find(([, mode]) => mode === wanted.facingMode?.exact)?.[0]
  const named = typeof wanted.deviceId === 'object' ? wanted.deviceId.exact : wanted.deviceId
  const id = looking ?? named ?? (kind === 'video' ? 'depan' : 'mikrofon')
  if (unplugged.has(id)) throw new DOMException('gone', 'NotFoundError')
  const track = new Track(kind, id)
  made.push(track)
  return [track]
}

const devices = ['depan', 'belakang'].map(deviceId => ({ kind: 'videoinput', deviceId, label: deviceId }))
vi.stubGlobal('MediaStream', Stream)
vi.stubGlobal('navigator', {
  hardwareConcurrency: 4,
  mediaDevices: {
    getUserMedia: async ({ audio, video }: { audio?: Wanted; video?: Wanted }) =>
      new Stream([...give('audio', audio), ...give('video', video)]),
    getDisplayMedia: async () => new Stream(give('video', { deviceId: 'skrin' })),
    enumerateDevices: async () => devices,
    addEventListener: () => {},
    removeEventListener: () => {},
  },
})
vi.stubGlobal('HTMLMediaElement', class {})

// Other files are tested in the same process.
afterAll(() => {
  vi.unstubAllGlobals()
})

const { OwnMedia } = await import('./own-media.ts')

const live = () => made.filter(({ readyState }) => readyState === 'live').map(({ deviceId }) => deviceId)

async function opened() {
  const media = new OwnMedia(false)
  await media.open()
  return media
}

beforeEach(() => {
  made.length = 0
  unplugged.clear()
  facing.clear()
})

test('one camera and one microphone are open at a time, whichever is chosen', async () => {
  const media = await opened()
  expect(live()).toEqual(['mikrofon', 'depan'])
  await media.turnCamera()
  expect(live()).toEqual(['mikrofon', 'belakang'])
  await media.turnCamera()
  expect(live()).toEqual(['mikrofon', 'depan'])
  media.setMuted(true)
  await media.chooseMicrophone('set kepala')
  expect(live()).toEqual(['depan', 'set kepala'])
  // Another microphone is as silent as the one before.
  expect(made.at(-1)?.enabled).toBe(false)
  media.stop()
  expect(live()).toEqual([])
})

test('of a phone with several cameras the other way round is looked, not through all of them', async () => {
  for (const [id, mode] of [
    ['depan', 'user'],
    ['belakang lebar', 'environment'],
    ['belakang jauh', 'environment'],
  ] as const) {
    facing.set(id, mode)
  }
  const media = await opened()
  await media.turnCamera()
  expect([live(), media.get().chosen.camera]).toEqual([['mikrofon', 'belakang lebar'], 'belakang lebar'])
  await media.turnCamera()
  expect(live()).toEqual(['mikrofon', 'depan'])
})

test('a screen takes the place of the camera, and gives it up when it is taken away', async () => {
  const media = await opened()
  await media.share(true)
  expect([live(), media.get().isSharing]).toEqual([['mikrofon', 'skrin'], true])
  // By the bar that the browser itself shows.
  made.at(-1)?.onended?.()
  await vi.waitFor(() => expect(media.get().isSharing).toBe(false))
  expect([live(), media.get().isCameraOff]).toEqual([['mikrofon'], true])
  await media.setCameraOff(false)
  expect(live()).toEqual(['mikrofon', 'depan'])
})

test('a camera that does not open leaves no picture that stands still, and says so', async () => {
  const media = await opened()
  unplugged.add('belakang')
  await media.turnCamera()
  expect(live()).toEqual(['mikrofon'])
  expect(media.get()).toMatchObject({ isCameraOff: true, error: expect.any(DOMException) })
  expect(media.get().stream.getVideoTracks()).toEqual([])
})

test('what is opened after the call has ended is closed at once', async () => {
  const media = await opened()
  const opening = media.chooseMicrophone('lambat')
  media.stop()
  await opening
  expect(live()).toEqual([])
})
