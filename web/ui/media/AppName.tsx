import { appName } from '#web/lib/document/branding.ts'

/** Whether the document has the name as a drawing. Installations with a name of their own have none. */
const isDrawn = document.getElementById('wordmark') !== null

/** Name of the application as in the document's first frame: drawn, so that a late font does not move it. */
export function AppName() {
  if (!isDrawn) return appName
  return (
    <svg width="83" height="20" aria-hidden="true" focusable="false">
      <use href="#wordmark" />
    </svg>
  )
}
