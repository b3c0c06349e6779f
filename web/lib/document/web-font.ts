// Loads the web font. A late web font would move text, because the fallback font breaks lines differently.
// The first screen uses the web font only if the font arrives in time. Later screens use it in any case.

const webFont = '1em "Plus Jakarta Sans Variable"'

/** Requests the web font. The stylesheet that declares the font must be in the page before the call. */
export async function loadWebFont(): Promise<void> {
  await document.fonts.load(webFont)
}

/** Shows all text in the web font if the font has arrived. Must run before a screen is painted for the first time. */
export function applyWebFont(): void {
  if (document.fonts.check(webFont)) document.documentElement.dataset.font = 'web'
}
