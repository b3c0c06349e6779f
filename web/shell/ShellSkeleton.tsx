import { getLayoutKindOfPagePath } from '#shared/paths.ts'
import { shellText } from '#texts/shell.ts'
import { clonePrerenderedPageFrame } from '#web/lib/document/prerendered-page-frame.ts'

/** Copy of the static HTML frame of the page, shown while the signed-in user is being loaded. */
export function ShellSkeleton() {
  return (
    <div
      role="status"
      aria-label={shellText.loading}
      className="frame"
      data-kind={getLayoutKindOfPagePath(window.location.pathname)}
      ref={element => element?.replaceChildren(...clonePrerenderedPageFrame())}
    />
  )
}
