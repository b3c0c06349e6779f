// Ringing, as far as the browser lets a page: with sound once somebody has touched it, and by shaking where it can.

/** Two tones at once, as telephones have them; seconds on, and until it begins again. */
const kinds = {
  incoming: { tones: [440, 554], loudness: 0.18, bursts: [0, 0.5], length: 0.35, every: 2.5 },
  outgoing: { tones: [425], loudness: 0.05, bursts: [0], length: 1, every: 4 },
}

function playOnce(context: AudioContext, { tones, loudness, bursts, length }: (typeof kinds)['incoming']) {
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

function play(
  kind: keyof typeof kinds,
  shakes: boolean,
  onBlocked: (isBlocked: boolean) => void,
): () => void {
  const context = new AudioContext()
  const ring = () => {
    onBlocked(context.state !== 'running')
    if (context.state === 'running') playOnce(context, kinds[kind])
    if (shakes) navigator.vibrate?.([400, 200, 400])
  }
  // Where a page may make no sound unasked, the next touch is enough.
  const resume = () => void context.resume().catch(() => {})
  context.onstatechange = () => onBlocked(context.state !== 'running')
  addEventListener('pointerdown', resume)
  addEventListener('keydown', resume)
  ring()
  const timer = setInterval(ring, kinds[kind].every * 1000)
  return () => {
    clearInterval(timer)
    removeEventListener('pointerdown', resume)
    removeEventListener('keydown', resume)
    context.onstatechange = null
    void context.close().catch(() => {})
    if (shakes) navigator.vibrate?.(0)
  }
}

/** Of several windows of one browser one rings. Returns how to stop it. */
export function ring(
  kind: keyof typeof kinds,
  {
    shakes = false,
    onBlocked = () => {},
  }: { shakes?: boolean; onBlocked?: (isBlocked: boolean) => void } = {},
): () => void {
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  const waiting = new AbortController()
  const inTurn = async () => {
    const stop = play(kind, shakes, onBlocked)
    await ended
    stop()
  }
  navigator.locks.request(`perantau-ring-${kind}`, { signal: waiting.signal }, inTurn).catch(() => {})
  return () => {
    waiting.abort()
    end()
  }
}
