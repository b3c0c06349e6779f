/** Tones of coloured surfaces. Each tone has a meaning, a background colour and a text colour. */
export type Tone = 'tint' | 'good' | 'warn' | 'info' | 'bad' | 'neutral' | 'purple'

/** Returns the style props that give a Mantine component the colours of a tone. */
export const getToneProps = (tone: Tone) => ({ bg: `var(--${tone})`, c: `var(--${tone}-text)` })
