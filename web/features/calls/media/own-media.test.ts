import { afterAll, beforeEach, expect, test, vi } from 'vitest'

/** Direction that each camera faces, by camera id. On desktop computers the map is empty. */
const facingModes = new Map<string, string>()

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
    const facingMode = facingModes.get(this.deviceId)
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

type Constraints = { deviceId?: string | { exact: string }; facingMode?: { exact: string } } | undefined
const createdTracks: Track[] = []
const unplugged = new Set<string>()

function createTracks(kind: 'audio' | 'video', constraints: Constraints): Track[] {
  if (!constraints) return []
  const facingId = [...facingModes].find(([, mode]) => mode === constraints.facingMode?.exact)?.[0]
  const requestedId =
    typeof constraints.deviceId === 'object' ? constraints.deviceId.exact : constraints.deviceId
  const id = facingId ?? requestedId ?? (kind === 'video' ? 'depan' : 'mikrofon')
  if (unplugged.has(id)) throw new DOMException('gone', 'NotFoundError')
  const track = new Track(kind, id)
  createdTracks.push(track)
  return [track]
}

const devices = ['depan', 'belakang'].map(deviceId => ({ kind: 'videoinput', deviceId, label: deviceId }))
vi.stubGlobal('MediaStream', Stream)
vi.stubGlobal('navigator', {
  hardwareConcurrency: 4,
  mediaDevices: {
    getUserMedia: async ({ audio, video }: { audio?: Constraints; video?: Constraints }) =>
      new Stream([...createTracks('audio', audio), ...createTracks('video', video)]),
    getDisplayMedia: async () => new Stream(createTracks('video', { deviceId: 'skrin' })),
    enumerateDevices: async () => devices,
    addEventListener: () => {},
    removeEventListener: () => {},
  },
})
vi.stubGlobal('HTMLMediaElement', class {})

// Other test files run in the same process, so the stubbed globals are removed.
afterAll(() => {
  vi.unstubAllGlobals()
})

const { OwnMedia } = await import('./own-media.ts')

const listLiveDevices = () =>
  createdTracks.filter(({ readyState }) => readyState === 'live').map(({ deviceId }) => deviceId)

async function openOwnMedia() {
  const media = new OwnMedia(false)
  await media.open()
  return media
}

beforeEach(() => {
  createdTracks.length = 0
  unplugged.clear()
  facingModes.clear()
})

test('OwnMedia keeps exactly one camera and one microphone open when the user switches devices', async () => {
  const media = await openOwnMedia()
  expect(listLiveDevices()).toEqual(['mikrofon', 'depan'])
  await media.switchCamera()
  expect(listLiveDevices()).toEqual(['mikrofon', 'belakang'])
  await media.switchCamera()
  expect(listLiveDevices()).toEqual(['mikrofon', 'depan'])
  media.setMuted(true)
  await media.chooseMicrophone('set kepala')
  expect(listLiveDevices()).toEqual(['depan', 'set kepala'])
  // A new microphone stays muted when the previous one was muted.
  expect(createdTracks.at(-1)?.enabled).toBe(false)
  media.stop()
  expect(listLiveDevices()).toEqual([])
})

test('switchCamera alternates between front and rear camera on a phone with several rear cameras', async () => {
  for (const [id, mode] of [
    ['depan', 'user'],
    ['belakang lebar', 'environment'],
    ['belakang jauh', 'environment'],
  ] as const) {
    facingModes.set(id, mode)
  }
  const media = await openOwnMedia()
  await media.switchCamera()
  expect([listLiveDevices(), media.get().chosen.camera]).toEqual([
    ['mikrofon', 'belakang lebar'],
    'belakang lebar',
  ])
  await media.switchCamera()
  expect(listLiveDevices()).toEqual(['mikrofon', 'depan'])
})

test('a shared screen replaces the camera, and stopping the share in the browser leaves the camera off', async () => {
  const media = await openOwnMedia()
  await media.shareScreen(true)
  expect([listLiveDevices(), media.get().isSharing]).toEqual([['mikrofon', 'skrin'], true])
  // Ends the screen share as the browser's own "stop sharing" bar does.
  createdTracks.at(-1)?.onended?.()
  await vi.waitFor(() => expect(media.get().isSharing).toBe(false))
  expect([listLiveDevices(), media.get().isCameraOff]).toEqual([['mikrofon'], true])
  await media.setCameraOff(false)
  expect(listLiveDevices()).toEqual(['mikrofon', 'depan'])
})

test('a camera that cannot be opened leaves no video track and sets an error', async () => {
  const media = await openOwnMedia()
  unplugged.add('belakang')
  await media.switchCamera()
  expect(listLiveDevices()).toEqual(['mikrofon'])
  expect(media.get()).toMatchObject({ isCameraOff: true, error: expect.any(DOMException) })
  expect(media.get().stream.getVideoTracks()).toEqual([])
})

test('a microphone that finishes opening after the call has ended is stopped at once', async () => {
  const media = await openOwnMedia()
  const opening = media.chooseMicrophone('lambat')
  media.stop()
  await opening
  expect(listLiveDevices()).toEqual([])
})
