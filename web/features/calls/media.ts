/** What this device gives to the call; without a camera, the sound alone. */
export interface Chosen {
  camera?: string
  microphone?: string
}

/** Small enough for a phone that sends it to five others; smaller still for an old one. */
const video =
  navigator.hardwareConcurrency > 2
    ? { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } }
    : { width: { ideal: 320 }, height: { ideal: 180 }, frameRate: { ideal: 15, max: 15 } }

export async function openMedia({ camera, microphone }: Chosen = {}): Promise<MediaStream> {
  const audio = {
    echoCancellation: true,
    noiseSuppression: true,
    ...(microphone && { deviceId: microphone }),
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio,
      video: { ...video, ...(camera && { deviceId: camera }) },
    })
  } catch (error) {
    // No camera, or another program has it: then one is heard and not seen.
    if (error instanceof DOMException && error.name === 'NotAllowedError') throw error
    return navigator.mediaDevices.getUserMedia({ audio })
  }
}

export interface Devices {
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
}

/** Names are given only once one may use them. */
export async function listDevices(): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices()
  return {
    cameras: all.filter(({ kind }) => kind === 'videoinput'),
    microphones: all.filter(({ kind }) => kind === 'audioinput'),
  }
}
