// Heard and felt: whoever holds the phone looks at the person in front of them.
let audio: AudioContext | undefined

function beep(pitch: number, seconds: number, after = 0): void {
  audio ??= new AudioContext()
  const start = audio.currentTime + after
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.2, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + seconds)
}

/** Where there is no sound, or it may not be made, nothing is lost but the sound. */
export function signal(kind: 'good' | 'known' | 'bad'): void {
  try {
    if (kind === 'good') beep(1046, 0.18)
    if (kind === 'known') beep(660, 0.3)
    if (kind === 'bad') {
      beep(220, 0.2)
      beep(220, 0.3, 0.25)
    }
    navigator.vibrate?.(kind === 'good' ? 80 : kind === 'known' ? [60, 60, 60] : [200, 80, 200])
  } catch {
    // Not on this device.
  }
}
