// Detects who is speaking in a call by measured audio levels, not by what participants report.
import type { OwnMedia } from './own-media.ts'

const pollInterval = 300
/** Audio level (0 to 1) above which a participant counts as speaking. Breathing is quieter than this level. */
const threshold = 0.02
/** Milliseconds of silence after which a participant no longer counts as speaking. */
const silenceTimeout = 1500

interface Speakers {
  speaking: string[]
  lastSpeaker?: string
}

/**
 * Measures this device's microphone level with an AudioContext, for browsers whose WebRTC statistics do not
 * contain it.
 */
function createLoudnessMeter(media: OwnMedia): { loudness(): number; stop(): void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  const samples = new Float32Array(analyser.fftSize)
  let source: MediaStreamAudioSourceNode | undefined
  let measuredTrack: MediaStreamTrack | undefined
  const attachTrack = () => {
    const [track] = media.get().stream.getAudioTracks()
    if (track === measuredTrack) return
    measuredTrack = track
    source?.disconnect()
    source = track && context.createMediaStreamSource(new MediaStream([track]))
    source?.connect(analyser)
  }
  attachTrack()
  const stop = media.subscribe(attachTrack)
  return {
    loudness: () => {
      analyser.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    },
    stop: () => {
      stop()
      source?.disconnect()
      void context.close().catch(() => {})
    },
  }
}

/** Reads this device's audio level from WebRTC statistics, which is cheaper than an AudioContext. */
async function readOwnLoudness(line: RTCPeerConnection): Promise<number | undefined> {
  const sender = line.getSenders().find(({ track }) => track?.kind === 'audio')
  const stats: { type: string; audioLevel?: number }[] = [...((await sender?.getStats())?.values() ?? [])]
  return stats.find(({ type }) => type === 'media-source')?.audioLevel
}

export interface AudioLevels {
  readRemoteLevels(): [name: string, loudness: number][]
  /** WebRTC connection whose statistics contain this device's own audio level, if there is a connection. */
  getOwnConnection(): RTCPeerConnection | undefined
}

/** Number of measurements without a level after which this browser is assumed not to report audio levels. */
const maxEmptyQueries = 10

function createOwnLoudnessStore(
  media: OwnMedia,
  { getOwnConnection }: AudioLevels,
): { loudness(): Promise<number>; stop(): void } {
  let meter: ReturnType<typeof createLoudnessMeter> | undefined
  let emptyQueries = 0
  return {
    loudness: async () => {
      const connection = getOwnConnection()
      if (media.get().isMuted || connection?.connectionState !== 'connected') return 0
      if (meter) return meter.loudness()
      const level = await readOwnLoudness(connection)
      emptyQueries = level === undefined ? emptyQueries + 1 : 0
      if (emptyQueries > maxEmptyQueries) meter = createLoudnessMeter(media)
      return level ?? 0
    },
    stop: () => meter?.stop(),
  }
}

/** Reports the speaking participants whenever they change. Returns a function that stops the detection. */
export function watchSpeakingParticipants(
  media: OwnMedia,
  levels: AudioLevels,
  onChange: (heard: Speakers) => void,
): () => void {
  const ownLevel = createOwnLoudnessStore(media, levels)
  const lastHeardAt = new Map<string, number>()
  let previous: Speakers = { speaking: [] }
  let isStopped = false
  const pollLoudness = async () => {
    const currentLevels: [string, number][] = [
      ...levels.readRemoteLevels(),
      ['me', await ownLevel.loudness()],
    ]
    if (isStopped) return
    const now = Date.now()
    for (const [name, loudness] of currentLevels) if (loudness > threshold) lastHeardAt.set(name, now)
    const speaking = currentLevels
      .map(([name]) => name)
      .filter(name => now - (lastHeardAt.get(name) ?? 0) < silenceTimeout)
    // The large video tile keeps showing the same speaker until that participant stops speaking.
    const lastSpeaker =
      previous.lastSpeaker && speaking.includes(previous.lastSpeaker)
        ? previous.lastSpeaker
        : (speaking.find(name => name !== 'me') ?? previous.lastSpeaker)
    if (speaking.join() === previous.speaking.join() && lastSpeaker === previous.lastSpeaker) return
    previous = { speaking, ...(lastSpeaker && { lastSpeaker }) }
    onChange(previous)
  }
  // The detection of speakers pauses while the page is hidden.
  const timer = setInterval(() => {
    if (!document.hidden) void pollLoudness().catch(() => {})
  }, pollInterval)
  return () => {
    isStopped = true
    clearInterval(timer)
    ownLevel.stop()
  }
}
