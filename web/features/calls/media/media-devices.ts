/** Device ids of the chosen camera, microphone and speaker. The browser chooses where the id is undefined. */
export interface ChosenDevices {
  camera?: string
  microphone?: string
  speaker?: string
}

/**
 * Camera resolution and frame rate: low enough to send to five participants from a phone, and lower on weak devices.
 */
const videoConstraints =
  navigator.hardwareConcurrency > 2
    ? { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } }
    : { width: { ideal: 320 }, height: { ideal: 180 }, frameRate: { ideal: 15, max: 15 } }

/** Selects a camera by device id (preferred or required) or by the direction it faces. */
export type CameraSelector =
  | { deviceId: string | { exact: string } }
  | { facingMode: { exact: 'user' | 'environment' } }

const buildVideoConstraints = (camera: CameraSelector | undefined) => ({ ...videoConstraints, ...camera })
const buildPreferredDeviceConstraint = (camera: string | undefined) =>
  camera ? { deviceId: camera } : undefined

const buildAudioConstraints = (deviceId: string | { exact: string } | undefined) => ({
  echoCancellation: true,
  noiseSuppression: true,
  ...(deviceId && { deviceId }),
})

/** Opens camera and microphone with one permission prompt, or only the microphone if the camera fails. */
export async function openCameraAndMicrophone(
  { camera, microphone }: ChosenDevices,
  isAudioOnly: boolean,
): Promise<MediaStream> {
  const audio = buildAudioConstraints(microphone)
  if (isAudioOnly) return navigator.mediaDevices.getUserMedia({ audio })
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio,
      video: buildVideoConstraints(buildPreferredDeviceConstraint(camera)),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') throw error
    return navigator.mediaDevices.getUserMedia({ audio })
  }
}

const getFirstTrackOrThrow = (tracks: MediaStreamTrack[]): MediaStreamTrack => {
  const [track] = tracks
  if (!track) throw new Error('no track')
  return track
}

export async function openCamera(camera: CameraSelector | undefined): Promise<MediaStreamTrack> {
  return getFirstTrackOrThrow(
    (await navigator.mediaDevices.getUserMedia({ video: buildVideoConstraints(camera) })).getVideoTracks(),
  )
}

/** Opens the chosen microphone or, without a choice, the browser's default microphone. */
export async function openMicrophone(microphone: string | undefined): Promise<MediaStreamTrack> {
  const audio = buildAudioConstraints(microphone ? { exact: microphone } : undefined)
  return getFirstTrackOrThrow((await navigator.mediaDevices.getUserMedia({ audio })).getAudioTracks())
}

/** Whether the browser can share the screen, which browsers on phones cannot. */
export const canShareScreen = () => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/** Opens a screen share that prefers sharp text over smooth motion. */
export async function requestScreenShareTrack(): Promise<MediaStreamTrack> {
  const video = { frameRate: { max: 10 }, width: { max: 1920 }, height: { max: 1080 } }
  const track = getFirstTrackOrThrow(
    (await navigator.mediaDevices.getDisplayMedia({ video })).getVideoTracks(),
  )
  track.contentHint = 'detail'
  return track
}

export interface MediaDeviceLists {
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  /** Loudspeakers that the user can choose. Empty in browsers that do not let a page choose a loudspeaker. */
  speakers: MediaDeviceInfo[]
}

/** Lists the media devices. Browsers reveal the device names only after the user has granted access. */
export async function listMediaDevices(): Promise<MediaDeviceLists> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const listKind = (wantedKind: MediaDeviceKind) =>
    devices.filter(({ kind, deviceId }) => kind === wantedKind && deviceId)
  return {
    cameras: listKind('videoinput'),
    microphones: listKind('audioinput'),
    speakers: 'setSinkId' in HTMLMediaElement.prototype ? listKind('audiooutput') : [],
  }
}
