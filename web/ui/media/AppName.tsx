import { appName } from '#web/lib/document/branding.ts'

/**
 * Whether the HTML page contains the product name as an SVG drawing. The drawing is missing if APP_NAME was changed.
 */
const isDrawn = document.getElementById('wordmark') !== null

/**
 * Name of the application, drawn as in the initial HTML page, so that it does not move when the web font arrives.
 * Its baseline is that of the page title beside it.
 */
export function AppName() {
  if (!isDrawn) return appName
  return (
    <svg width="83" height="20" style={{ position: 'relative', top: 2 }} aria-hidden="true" focusable="false">
      <use href="#wordmark" />
    </svg>
  )
}
