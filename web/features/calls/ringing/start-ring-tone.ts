// Ring tones for incoming and outgoing calls, with vibration where the device supports it.
// Browsers allow sound only after the user has interacted with the page; until then, `onBlocked` is called.

/** Sound of each ring tone: frequencies (Hz), volume, start and length of each burst (s), and repeat interval (s). */
const ringTones = {
  incoming: { tones: [440, 554], loudness: 0.18, bursts: [0, 0.5], length: 0.35, every: 2.5 },
  outgoing: { tones: [425], loudness: 0.05, bursts: [0], length: 1, every: 4 },
}

function playRingOnce(
  context: AudioContext,
  { tones, loudness, bursts, length }: (typeof ringTones)['incoming'],
) {
  for (const start of bursts) {
    const gain = context.createGain()
    const from = context.currentTime + start
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(loudness, from + 0.03)
    gain.gain.setValueAtTime(loudness, from + length - 0.05)
    gain.gain.linearRampToValueAtTime(0, from + length)
    gain.connect(context.destination)
    for (const frequency of tones) {
      const tone = context.createOscillator()
      tone.frequency.value = frequency
      tone.connect(gain)
      tone.start(from)
      tone.stop(from + length)
    }
  }
}

function startRepeatedTone(
  kind: keyof typeof ringTones,
  shakes: boolean,
  onBlocked: (isBlocked: boolean) => void,
): () => void {
  const context = new AudioContext()
  const ringOnce = () => {
    onBlocked(context.state !== 'running')
    if (context.state === 'running') playRingOnce(context, ringTones[kind])
    if (shakes) navigator.vibrate?.([400, 200, 400])
  }
  // A browser that has blocked the ring tone allows the sound after the next click or key press.
  const resume = () => void context.resume().catch(() => {})
  context.onstatechange = () => onBlocked(context.state !== 'running')
  addEventListener('pointerdown', resume)
  addEventListener('keydown', resume)
  ringOnce()
  const timer = setInterval(ringOnce, ringTones[kind].every * 1000)
  return () => {
    clearInterval(timer)
    removeEventListener('pointerdown', resume)
    removeEventListener('keydown', resume)
    context.onstatechange = null
    void context.close().catch(() => {})
    if (shakes) navigator.vibrate?.(0)
  }
}

/** Plays the ring tone in one browser window only, by a Web Lock. Returns a function that stops the ring tone. */
export function startRingTone(
  kind: keyof typeof ringTones,
  {
    shakes = false,
    onBlocked = () => {},
  }: { shakes?: boolean; onBlocked?: (isBlocked: boolean) => void } = {},
): () => void {
  let endRingTone = () => {}
  const ended = new Promise<void>(resolve => {
    endRingTone = resolve
  })
  const lockRequest = new AbortController()
  const ringUntilEnded = async () => {
    const stop = startRepeatedTone(kind, shakes, onBlocked)
    await ended
    stop()
  }
  navigator.locks
    .request(`perantau-ring-${kind}`, { signal: lockRequest.signal }, ringUntilEnded)
    .catch(() => {})
  return () => {
    lockRequest.abort()
    endRingTone()
  }
}
