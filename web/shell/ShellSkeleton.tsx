import { copyFrame } from '#web/lib/frame.ts'
import { shellText } from './shell.text.ts'

/** The same that stood there before the program ran, while the person is being looked up. */
export function ShellSkeleton() {
  return (
    <div
      role="status"
      aria-label={shellText.loading}
      className="frame"
      data-kind="shell"
      ref={element => element?.replaceChildren(...copyFrame())}
    />
  )
}
