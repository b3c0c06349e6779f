// A voice, recorded in this browser.
/** As long as one message may speak. */
export const mostSeconds = 180

/** What others can play, the smallest first. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

export interface Recording {
  /** Of what was said so far; ends it. */
  finish(): Promise<{ voice: Blob; seconds: number }>
  /** Nothing of it is kept. */
  cancel(): void
  seconds(): number
}

/** Throws when there is no microphone, or it is not allowed. `onFull`: it has stopped by itself. */
export async function startRecording(onFull: () => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const type = types.find(one => MediaRecorder.isTypeSupported(one))
  const recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }), audioBitsPerSecond: 32_000 })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise<void>(done => {
    recorder.onstop = () => done()
  })
  const startedAt = performance.now()
  let length: number | undefined
  const seconds = () => length ?? Math.min(mostSeconds, (performance.now() - startedAt) / 1000)
  const stop = () => {
    length ??= seconds()
    clearTimeout(timer)
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  const timer = setTimeout(() => {
    stop()
    onFull()
  }, mostSeconds * 1000)
  recorder.start(1000)
  return {
    finish: async () => {
      stop()
      await stopped
      // The kind alone: with the codec behind it, it is none that is known by its ending.
      const [plainType = ''] = recorder.mimeType.split(';')
      return { voice: new Blob(parts, { type: plainType }), seconds: seconds() }
    },
    cancel: stop,
    seconds,
  }
}
