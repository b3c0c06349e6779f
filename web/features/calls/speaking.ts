// Who is heard at this moment: by the sound that arrives, never by what anybody says of themselves.
import type { OwnMedia } from './own-media.ts'

const every = 300
/** From 0 to 1; breathing stays below it. */
const threshold = 0.02
/** Between two words nobody has stopped speaking. */
const breath = 1500

interface Heard {
  speaking: string[]
  lastSpeaker?: string
}

/** One's own, before it is sent anywhere. */
function createMeter(media: OwnMedia): { loudness(): number; stop(): void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  const samples = new Float32Array(analyser.fftSize)
  let source: MediaStreamAudioSourceNode | undefined
  let listening: MediaStreamTrack | undefined
  const listen = () => {
    const [track] = media.get().stream.getAudioTracks()
    if (track === listening) return
    listening = track
    source?.disconnect()
    source = track && context.createMediaStreamSource(new MediaStream([track]))
    source?.connect(analyser)
  }
  listen()
  const stop = media.subscribe(listen)
  return {
    loudness: () => {
      if (media.get().isMuted) return 0
      analyser.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)
    },
    stop: () => {
      stop()
      source?.disconnect()
      void context.close().catch(() => {})
    },
  }
}

/** Tells of it only when it is somebody else. Returns how to stop. */
export function createSpeaking(
  media: OwnMedia,
  others: () => [name: string, loudness: number][],
  tell: (heard: Heard) => void,
): () => void {
  const meter = createMeter(media)
  const heardAt = new Map<string, number>()
  let before: Heard = { speaking: [] }
  const timer = setInterval(() => {
    const now = Date.now()
    const heard: [string, number][] = [...others(), ['me', meter.loudness()]]
    for (const [name, loudness] of heard) if (loudness > threshold) heardAt.set(name, now)
    const speaking = heard.map(([name]) => name).filter(name => now - (heardAt.get(name) ?? 0) < breath)
    // Whoever is shown large stays so until they have stopped.
    const lastSpeaker =
      before.lastSpeaker && speaking.includes(before.lastSpeaker)
        ? before.lastSpeaker
        : (speaking.find(name => name !== 'me') ?? before.lastSpeaker)
    if (speaking.join() === before.speaking.join() && lastSpeaker === before.lastSpeaker) return
    before = { speaking, ...(lastSpeaker && { lastSpeaker }) }
    tell(before)
  }, every)
  return () => {
    clearInterval(timer)
    meter.stop()
  }
}
