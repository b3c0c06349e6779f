// What this device gives to a call, from the preview to the end. A camera that is off is off: its light too.
import { createMutex } from '#web/lib/mutex.ts'
import { createStore } from '#web/lib/store.ts'
import {
  type Camera,
  type Chosen,
  type Devices,
  listDevices,
  openCamera,
  openMedia,
  openMicrophone,
  openScreen,
} from './media.ts'

export interface OwnState {
  /** Another one at every change, so that whoever shows it notices. */
  stream: MediaStream
  isOpen: boolean
  isMuted: boolean
  isCameraOff: boolean
  isSharing: boolean
  chosen: Chosen
  devices: Devices
  /** Why there is no picture or no sound of one's own. */
  error?: Error
}

export class OwnMedia {
  readonly isAudioOnly: boolean
  readonly #store: ReturnType<typeof createStore<OwnState>>
  /** What is asked for while something is being opened comes after it. */
  readonly #mutex = createMutex()
  #isStopped = false

  constructor(isAudioOnly: boolean) {
    this.isAudioOnly = isAudioOnly
    this.#store = createStore<OwnState>({
      stream: new MediaStream(),
      isOpen: false,
      isMuted: false,
      isCameraOff: true,
      isSharing: false,
      chosen: {},
      devices: { cameras: [], microphones: [], speakers: [] },
    })
  }

  get = (): OwnState => this.#store.get()
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#mutex(async () => {
      if (!this.#isStopped) await work()
    })
    return done.catch(error => {
      if (!this.#isStopped) this.#store.change({ error })
    })
  }

  /** In place of what there was of this kind, which ends. */
  #put(kind: 'audio' | 'video', track: MediaStreamTrack | undefined, change: Partial<OwnState>): void {
    if (this.#isStopped) {
      track?.stop()
      return
    }
    const { stream, isMuted } = this.get()
    const before = stream.getTracks().filter(one => one.kind === kind)
    const others = stream.getTracks().filter(one => one.kind !== kind)
    for (const one of before) one.stop()
    if (track?.kind === 'audio') track.enabled = !isMuted
    this.#store.change({
      stream: new MediaStream([...others, ...(track ? [track] : [])]),
      error: undefined,
      ...change,
    })
    // Unplugged, or taken away by the person: said, not shown as a picture that stands still.
    if (track) track.onended = () => this.#lose(track)
  }

  #lose(track: MediaStreamTrack): void {
    if (!this.get().stream.getTracks().includes(track)) return
    if (track.kind === 'audio') void this.chooseMicrophone(undefined)
    else if (this.get().isSharing) void this.share(false)
    else void this.setCameraOff(true)
  }

  open(): Promise<void> {
    return this.#inTurn(async () => {
      const stream = await openMedia(this.get().chosen, this.isAudioOnly)
      const [camera] = stream.getVideoTracks()
      this.#put('audio', stream.getAudioTracks()[0], {})
      this.#put('video', camera, { isCameraOff: !camera, isOpen: true })
      navigator.mediaDevices.addEventListener('devicechange', this.#look)
      await this.#look()
      // Gone while it was being opened: nobody would stop listening any more.
      if (this.#isStopped) navigator.mediaDevices.removeEventListener('devicechange', this.#look)
    })
  }

  #look = async (): Promise<void> => {
    this.#store.change({ devices: await listDevices() })
  }

  setMuted(isMuted: boolean): void {
    this.#store.change({ isMuted })
    for (const track of this.get().stream.getAudioTracks()) track.enabled = !isMuted
  }

  setCameraOff(isCameraOff: boolean): Promise<void> {
    return this.#inTurn(async () => {
      if (this.isAudioOnly || isCameraOff === this.get().isCameraOff) return
      const { camera } = this.get().chosen
      const track = isCameraOff ? undefined : await openCamera(camera ? { deviceId: camera } : undefined)
      this.#put('video', track, { isCameraOff, isSharing: false })
    })
  }

  chooseCamera(deviceId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#store.change({ chosen: { ...this.get().chosen, camera: deviceId } })
      if (!this.get().isCameraOff && !this.get().isSharing)
        await this.#replaceCamera({ deviceId: { exact: deviceId } })
    })
  }

  async #replaceCamera(camera: Camera): Promise<void> {
    // Phones have one camera open at a time.
    for (const track of this.get().stream.getVideoTracks()) track.stop()
    try {
      const track = await openCamera(camera)
      const { deviceId } = track.getSettings()
      this.#put('video', track, { chosen: { ...this.get().chosen, ...(deviceId && { camera: deviceId }) } })
    } catch (error) {
      // The one before is closed already: better no picture than one that stands still.
      this.#put('video', undefined, { isCameraOff: true })
      throw error
    }
  }

  /** From the one in front to the one behind, and back; phones have several of a kind, and say where each looks. */
  turnCamera(): Promise<void> {
    const { stream, devices, chosen } = this.get()
    const { facingMode, deviceId = chosen.camera } = stream.getVideoTracks()[0]?.getSettings() ?? {}
    if (facingMode === 'user' || facingMode === 'environment') {
      const exact = facingMode === 'user' ? 'environment' : 'user'
      return this.#inTurn(() => this.#replaceCamera({ facingMode: { exact } }))
    }
    const place = devices.cameras.findIndex(one => one.deviceId === deviceId)
    const next = devices.cameras[(place + 1) % devices.cameras.length]
    return next ? this.chooseCamera(next.deviceId) : Promise.resolve()
  }

  chooseMicrophone(microphone: string | undefined): Promise<void> {
    return this.#inTurn(async () => {
      const { microphone: _, ...others } = this.get().chosen
      this.#put('audio', await openMicrophone(microphone), {
        chosen: { ...others, ...(microphone && { microphone }) },
      })
    })
  }

  chooseSpeaker(speaker: string): void {
    this.#store.change({ chosen: { ...this.get().chosen, speaker } })
  }

  /** In the place of the camera, which is off meanwhile. */
  share(isSharing: boolean): Promise<void> {
    return this.#inTurn(async () => {
      if (isSharing === this.get().isSharing) return
      if (!isSharing) return this.#put('video', undefined, { isSharing, isCameraOff: true })
      try {
        this.#put('video', await openScreen(), { isSharing, isCameraOff: false })
      } catch (error) {
        // Whoever thinks better of it is not told that it failed.
        if (!(error instanceof DOMException && error.name === 'NotAllowedError')) throw error
      }
    })
  }

  stop(): void {
    this.#isStopped = true
    navigator.mediaDevices.removeEventListener('devicechange', this.#look)
    for (const track of this.get().stream.getTracks()) track.stop()
  }
}
