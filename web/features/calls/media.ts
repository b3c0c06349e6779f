/** Which of this device's cameras, microphones and speakers; left out: as the browser chooses. */
export interface Chosen {
  camera?: string
  microphone?: string
  speaker?: string
}

/** Small enough for a phone that sends it to five others; smaller still for an old one. */
const picture =
  navigator.hardwareConcurrency > 2
    ? { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } }
    : { width: { ideal: 320 }, height: { ideal: 180 }, frameRate: { ideal: 15, max: 15 } }

/** By its name, that one alone or rather that one; or by where it looks. */
export type Camera =
  | { deviceId: string | { exact: string } }
  | { facingMode: { exact: 'user' | 'environment' } }

const cameraOf = (camera: Camera | undefined) => ({ ...picture, ...camera })
const named = (camera: string | undefined) => (camera ? { deviceId: camera } : undefined)

const microphoneOf = (deviceId: string | { exact: string } | undefined) => ({
  echoCancellation: true,
  noiseSuppression: true,
  ...(deviceId && { deviceId }),
})

/** Both with one question; without a camera, or with one that another program has, the sound alone. */
export async function openMedia({ camera, microphone }: Chosen, isAudioOnly: boolean): Promise<MediaStream> {
  const audio = microphoneOf(microphone)
  if (isAudioOnly) return navigator.mediaDevices.getUserMedia({ audio })
  try {
    return await navigator.mediaDevices.getUserMedia({ audio, video: cameraOf(named(camera)) })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') throw error
    return navigator.mediaDevices.getUserMedia({ audio })
  }
}

const firstOf = (tracks: MediaStreamTrack[]): MediaStreamTrack => {
  const [track] = tracks
  if (!track) throw new Error('no track')
  return track
}

export async function openCamera(camera: Camera | undefined): Promise<MediaStreamTrack> {
  return firstOf((await navigator.mediaDevices.getUserMedia({ video: cameraOf(camera) })).getVideoTracks())
}

/** The one that was chosen and no other; without a choice, as the browser likes. */
export async function openMicrophone(microphone: string | undefined): Promise<MediaStreamTrack> {
  const audio = microphoneOf(microphone ? { exact: microphone } : undefined)
  return firstOf((await navigator.mediaDevices.getUserMedia({ audio })).getAudioTracks())
}

/** Phones cannot. */
export const canShareScreen = () => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/** Words stay readable rather than moving smoothly. */
export async function openScreen(): Promise<MediaStreamTrack> {
  const video = { frameRate: { max: 10 }, width: { max: 1920 }, height: { max: 1080 } }
  const track = firstOf((await navigator.mediaDevices.getDisplayMedia({ video })).getVideoTracks())
  track.contentHint = 'detail'
  return track
}

export interface Devices {
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  /** Only where a page may choose among them. */
  speakers: MediaDeviceInfo[]
}

/** Names are given only once one may use them. */
export async function listDevices(): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const of = (wanted: MediaDeviceKind) => all.filter(({ kind, deviceId }) => kind === wanted && deviceId)
  return {
    cameras: of('videoinput'),
    microphones: of('audioinput'),
    speakers: 'setSinkId' in HTMLMediaElement.prototype ? of('audiooutput') : [],
  }
}
