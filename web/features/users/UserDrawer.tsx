import { lazy } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { LateDialog } from '#web/ui/LateDialog.tsx'
import { useUser } from './users.api.ts'

const OpenUserDrawer = lazy(async () => ({ default: (await import('./OpenUserDrawer.tsx')).OpenUserDrawer }))

/** One person out of a list; asked for while what shows them is fetched. */
export function UserDrawer({ user, id, onClose }: { user: CurrentUser; id: number; onClose: () => void }) {
  const person = useUser(id)
  return (
    <LateDialog>
      <OpenUserDrawer user={user} person={person} onClose={onClose} />
    </LateDialog>
  )
}
