// The web font and its fallback break lines at different words, so a late web font would make the screen jump.
// The web font is therefore used from the first screen on if it arrives in time, otherwise from the next screen on.

const webFont = '1em "Plus Jakarta Sans Variable"'

/** Requests the web font. Its stylesheet must be applied, because the browser ignores fonts that are not declared yet. */
export async function requestWebFont(): Promise<void> {
  await document.fonts.load(webFont)
}

/** Shows all text in the web font if it has arrived. Called before a screen is painted for the first time. */
export function applyWebFont(): void {
  if (document.fonts.check(webFont)) document.documentElement.dataset.font = 'web'
}
