import { shellText } from '#web/shell/shell.text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** One honest line for a screen that does not exist yet. */
export function NotBuiltPage() {
  return <EmptyState text={shellText.notBuilt} />
}
