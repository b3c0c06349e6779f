// Loads the web font. Fallback and web font break lines differently, so a web font that arrives late would move the
// text. It is used from the first screen if it arrives in time, otherwise from the next screen.

const webFont = '1em "Plus Jakarta Sans Variable"'

/** Requests the web font. Must be called after the stylesheet that declares the font has been applied. */
export async function requestWebFont(): Promise<void> {
  await document.fonts.load(webFont)
}

/** Shows all text in the web font if it has arrived. Called before a screen is painted for the first time. */
export function applyWebFont(): void {
  if (document.fonts.check(webFont)) document.documentElement.dataset.font = 'web'
}
