// Camera, microphone and screen share of this device, from the call's preview to its end.
// Switching the camera off stops its track, which also turns off the camera's light.
import { createMutex } from '#web/lib/state/mutex.ts'
import { createStore } from '#web/lib/state/store.ts'
import {
  type CameraSelector,
  type ChosenDevices,
  listMediaDevices,
  type MediaDeviceLists,
  openCamera,
  openCameraAndMicrophone,
  openMicrophone,
  requestScreenShareTrack,
} from './media-devices.ts'

export interface OwnMediaState {
  /** Audio and video that this device sends. Every change creates a new MediaStream, so that React re-renders. */
  stream: MediaStream
  isOpen: boolean
  isMuted: boolean
  isCameraOff: boolean
  isSharing: boolean
  chosen: ChosenDevices
  devices: MediaDeviceLists
  /** Reason why camera or microphone could not be opened. */
  error?: Error
}

export class OwnMedia {
  readonly isAudioOnly: boolean
  readonly #store: ReturnType<typeof createStore<OwnMediaState>>
  /** Serializes changes of camera, microphone and screen sharing, so that only one of them runs at a time. */
  readonly #mutex = createMutex()
  #isStopped = false

  constructor(isAudioOnly: boolean) {
    this.isAudioOnly = isAudioOnly
    this.#store = createStore<OwnMediaState>({
      stream: new MediaStream(),
      isOpen: false,
      isMuted: false,
      isCameraOff: true,
      isSharing: false,
      chosen: {},
      devices: { cameras: [], microphones: [], speakers: [] },
    })
  }

  get = (): OwnMediaState => this.#store.get()
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  #serialize(work: () => Promise<void>): Promise<void> {
    const done = this.#mutex(async () => {
      if (!this.#isStopped) await work()
    })
    return done.catch(error => {
      if (!this.#isStopped) this.#store.change({ error })
    })
  }

  /** Replaces the audio or video track of the stream and stops the previous track. */
  #replaceTrack(
    kind: 'audio' | 'video',
    track: MediaStreamTrack | undefined,
    change: Partial<OwnMediaState>,
  ): void {
    if (this.#isStopped) {
      track?.stop()
      return
    }
    const { stream, isMuted } = this.get()
    const previousTracks = stream.getTracks().filter(existing => existing.kind === kind)
    const otherTracks = stream.getTracks().filter(existing => existing.kind !== kind)
    for (const existing of previousTracks) existing.stop()
    if (track?.kind === 'audio') track.enabled = !isMuted
    this.#store.change({
      stream: new MediaStream([...otherTracks, ...(track ? [track] : [])]),
      error: undefined,
      ...change,
    })
    // When a device is unplugged or its permission is revoked, its track is replaced, so no frozen picture is shown.
    if (track) track.onended = () => this.#handleTrackEnded(track)
  }

  #handleTrackEnded(track: MediaStreamTrack): void {
    if (!this.get().stream.getTracks().includes(track)) return
    if (track.kind === 'audio') void this.chooseMicrophone(undefined)
    else if (this.get().isSharing) void this.shareScreen(false)
    else void this.setCameraOff(true)
  }

  open(): Promise<void> {
    return this.#serialize(async () => {
      const stream = await openCameraAndMicrophone(this.get().chosen, this.isAudioOnly)
      const [camera] = stream.getVideoTracks()
      this.#replaceTrack('audio', stream.getAudioTracks()[0], {})
      this.#replaceTrack('video', camera, { isCameraOff: !camera, isOpen: true })
      navigator.mediaDevices.addEventListener('devicechange', this.#updateDevices)
      await this.#updateDevices()
      // If the call ended while its devices were being opened, the listener for device changes is removed again.
      if (this.#isStopped) navigator.mediaDevices.removeEventListener('devicechange', this.#updateDevices)
    })
  }

  #updateDevices = async (): Promise<void> => {
    this.#store.change({ devices: await listMediaDevices() })
  }

  setMuted(isMuted: boolean): void {
    this.#store.change({ isMuted })
    for (const track of this.get().stream.getAudioTracks()) track.enabled = !isMuted
  }

  setCameraOff(isCameraOff: boolean): Promise<void> {
    return this.#serialize(async () => {
      if (this.isAudioOnly || isCameraOff === this.get().isCameraOff) return
      const { camera } = this.get().chosen
      const track = isCameraOff ? undefined : await openCamera(camera ? { deviceId: camera } : undefined)
      this.#replaceTrack('video', track, { isCameraOff, isSharing: false })
    })
  }

  chooseCamera(deviceId: string): Promise<void> {
    return this.#serialize(async () => {
      this.#store.change({ chosen: { ...this.get().chosen, camera: deviceId } })
      if (!this.get().isCameraOff && !this.get().isSharing)
        await this.#replaceCamera({ deviceId: { exact: deviceId } })
    })
  }

  async #replaceCamera(camera: CameraSelector): Promise<void> {
    // Phones can open only one camera at a time, so the current camera is stopped before the next is opened.
    for (const track of this.get().stream.getVideoTracks()) track.stop()
    try {
      const track = await openCamera(camera)
      const { deviceId } = track.getSettings()
      this.#replaceTrack('video', track, {
        chosen: { ...this.get().chosen, ...(deviceId && { camera: deviceId }) },
      })
    } catch (error) {
      // Opening the new camera failed and the previous camera is stopped, so the camera counts as off.
      this.#replaceTrack('video', undefined, { isCameraOff: true })
      throw error
    }
  }

  /** Switches between front and rear camera, or to the next camera where the direction is unknown. */
  switchCamera(): Promise<void> {
    const { stream, devices, chosen } = this.get()
    const { facingMode, deviceId = chosen.camera } = stream.getVideoTracks()[0]?.getSettings() ?? {}
    if (facingMode === 'user' || facingMode === 'environment') {
      const exact = facingMode === 'user' ? 'environment' : 'user'
      return this.#serialize(() => this.#replaceCamera({ facingMode: { exact } }))
    }
    const index = devices.cameras.findIndex(camera => camera.deviceId === deviceId)
    const next = devices.cameras[(index + 1) % devices.cameras.length]
    return next ? this.chooseCamera(next.deviceId) : Promise.resolve()
  }

  chooseMicrophone(microphone: string | undefined): Promise<void> {
    return this.#serialize(async () => {
      const { microphone: _, ...otherChoices } = this.get().chosen
      this.#replaceTrack('audio', await openMicrophone(microphone), {
        chosen: { ...otherChoices, ...(microphone && { microphone }) },
      })
    })
  }

  chooseSpeaker(speaker: string): void {
    this.#store.change({ chosen: { ...this.get().chosen, speaker } })
  }

  /** Starts or stops screen sharing. The shared screen replaces the camera, which stays off while sharing. */
  shareScreen(isSharing: boolean): Promise<void> {
    return this.#serialize(async () => {
      if (isSharing === this.get().isSharing) return
      if (!isSharing) return this.#replaceTrack('video', undefined, { isSharing, isCameraOff: true })
      try {
        this.#replaceTrack('video', await requestScreenShareTrack(), { isSharing, isCameraOff: false })
      } catch (error) {
        // NotAllowedError means that the user cancelled the browser's dialog for screen sharing, so no error is shown.
        if (!(error instanceof DOMException && error.name === 'NotAllowedError')) throw error
      }
    })
  }

  stop(): void {
    this.#isStopped = true
    navigator.mediaDevices.removeEventListener('devicechange', this.#updateDevices)
    for (const track of this.get().stream.getTracks()) track.stop()
  }
}
