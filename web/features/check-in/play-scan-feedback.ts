// Sound and vibration after a card scan, because the organizer looks at the guest and not at the phone.
let audioContext: AudioContext | undefined

function playTone(frequency: number, seconds: number, delay = 0): void {
  audioContext ??= new AudioContext()
  const start = audioContext.currentTime + delay
  const tone = audioContext.createOscillator()
  const volume = audioContext.createGain()
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0.2, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  tone.connect(volume).connect(audioContext.destination)
  tone.start(start)
  tone.stop(start + seconds)
}

/** Plays the sound and vibration for the result of a card scan. Failures are ignored. */
export function playScanFeedback(kind: 'good' | 'known' | 'bad'): void {
  try {
    if (kind === 'good') playTone(1046, 0.18)
    if (kind === 'known') playTone(660, 0.3)
    if (kind === 'bad') {
      playTone(220, 0.2)
      playTone(220, 0.3, 0.25)
    }
    navigator.vibrate?.(kind === 'good' ? 80 : kind === 'known' ? [60, 60, 60] : [200, 80, 200])
  } catch {
    // Errors are ignored after a scan, because sound or vibration may be unavailable on this device.
  }
}
