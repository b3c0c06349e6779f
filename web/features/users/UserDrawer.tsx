import type { CurrentUser } from '#shared/contracts/auth.ts'
import { createLazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { useUser } from './users.api.ts'

const OpenUserDrawer = createLazyOverlay(async () => (await import('./OpenUserDrawer.tsx')).UserDrawerPanel)

/** Drawer with one user's details. The user's data and the drawer's code are loaded in parallel. */
export function UserDrawer({ user, id, onClose }: { user: CurrentUser; id: number; onClose: () => void }) {
  const person = useUser(id)
  return <OpenUserDrawer user={user} person={person} onClose={onClose} />
}
