/** Meanings of coloured surfaces. Each tone is a background and a text colour of colours.ts or theme.css. */
export type Tone =
  | 'tint'
  | 'good'
  | 'warn'
  | 'info'
  | 'bad'
  | 'neutral'
  | 'purple'
  | `verdict-${'good' | 'unsure' | 'bad'}`

/** Returns the style props that give a Mantine component the colours of a tone. */
export const getToneProps = (tone: Tone) => ({ bg: `var(--${tone})`, c: `var(--${tone}-text)` })
