import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { useUser } from '#web/features/users/users.api.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const OpenUserDrawer = createLazyOverlay(async () => (await import('./UserDrawerPanel.tsx')).UserDrawerPanel)

/** Drawer with the details of one user. The user's data and the drawer's code are loaded in parallel. */
export function UserDrawer({
  user,
  id,
  fields,
  onClose,
}: {
  user: CurrentUser
  id: number
  /** Custom fields of the user, shown in the user's drawer. */
  fields?: ReactNode
  onClose: () => void
}) {
  const person = useUser(id)
  return <OpenUserDrawer user={user} person={person} fields={fields} onClose={onClose} />
}
