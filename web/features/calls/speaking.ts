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

/** One's own, before it is sent anywhere; for browsers whose lines do not say how loud that is. */
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

/** What a line says of how loud this device is. Listening beside it would cost far more. */
async function askLoudness(line: RTCPeerConnection): Promise<number | undefined> {
  const sender = line.getSenders().find(({ track }) => track?.kind === 'audio')
  const stats: { type: string; audioLevel?: number }[] = [...((await sender?.getStats())?.values() ?? [])]
  return stats.find(({ type }) => type === 'media-source')?.audioLevel
}

export interface Levels {
  others(): [name: string, loudness: number][]
  /** The line to ask about oneself, if there is one. */
  line(): RTCPeerConnection | undefined
}

/** A line that stands says so soon; one that was asked so often in vain belongs to a browser that never does. */
const asksInVain = 10

function createOwn(media: OwnMedia, { line }: Levels): { loudness(): Promise<number>; stop(): void } {
  let meter: ReturnType<typeof createMeter> | undefined
  let inVain = 0
  return {
    loudness: async () => {
      const asked = line()
      if (media.get().isMuted || asked?.connectionState !== 'connected') return 0
      if (meter) return meter.loudness()
      const said = await askLoudness(asked)
      inVain = said === undefined ? inVain + 1 : 0
      if (inVain > asksInVain) meter = createMeter(media)
      return said ?? 0
    },
    stop: () => meter?.stop(),
  }
}

/** Tells of it only when it is somebody else. Returns how to stop. */
export function createSpeaking(media: OwnMedia, levels: Levels, tell: (heard: Heard) => void): () => void {
  const own = createOwn(media, levels)
  const heardAt = new Map<string, number>()
  let before: Heard = { speaking: [] }
  let isStopped = false
  const look = async () => {
    const heard: [string, number][] = [...levels.others(), ['me', await own.loudness()]]
    if (isStopped) return
    const now = Date.now()
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
  }
  // Nobody sees it on a page that is not seen.
  const timer = setInterval(() => {
    if (!document.hidden) void look().catch(() => {})
  }, every)
  return () => {
    isStopped = true
    clearInterval(timer)
    own.stop()
  }
}
