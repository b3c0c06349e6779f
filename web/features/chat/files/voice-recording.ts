/** Maximum length of a voice message, in seconds. */
export const maxRecordingSeconds = 180

/** Audio formats for voice messages that browsers can record and other browsers can play, smallest first. */
const audioTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

export interface VoiceRecording {
  /** Stops the voice recording and returns the audio. */
  finish(): Promise<{ voice: Blob; seconds: number }>
  /** Stops the voice recording and discards the audio. */
  cancel(): void
  seconds(): number
}

/**
 * Starts a voice recording. Throws if microphone or permission is missing. `onFull` is called at the maximum length.
 */
export async function startVoiceRecording(onFull: () => void): Promise<VoiceRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const type = audioTypes.find(audioType => MediaRecorder.isTypeSupported(audioType))
  const recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }), audioBitsPerSecond: 32_000 })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise<void>(resolve => {
    recorder.onstop = () => resolve()
  })
  const startedAt = performance.now()
  let finalSeconds: number | undefined
  const getRecordedSeconds = () =>
    finalSeconds ?? Math.min(maxRecordingSeconds, (performance.now() - startedAt) / 1000)
  const stopRecording = () => {
    finalSeconds ??= getRecordedSeconds()
    clearTimeout(timer)
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  const timer = setTimeout(() => {
    stopRecording()
    onFull()
  }, maxRecordingSeconds * 1000)
  recorder.start(1000)
  return {
    finish: async () => {
      stopRecording()
      await stopped
      // The codec is removed from the media type, because the file extension is looked up by the plain media type.
      const [mediaType = ''] = recorder.mimeType.split(';')
      return { voice: new Blob(parts, { type: mediaType }), seconds: getRecordedSeconds() }
    },
    cancel: stopRecording,
    seconds: getRecordedSeconds,
  }
}
