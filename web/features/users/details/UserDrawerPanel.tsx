import { Drawer, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { drawerText as text } from '#texts/users.ts'
import type { useUser } from '#web/features/users/users.api.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

/** User details, loaded lazily because their form schemas are as large as the user list's code. */
const UserFile = createLazyOverlay(
  async () => (await import('./UserDetails.tsx')).UserDetails,
  <Skeleton height={320} />,
)

/** Drawer beside a list of users that shows the details of one user. */
export function UserDrawerPanel({
  user,
  person,
  fields,
  onClose,
}: {
  user: CurrentUser
  person: ReturnType<typeof useUser>
  fields?: ReactNode
  onClose: () => void
}) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <Drawer
      opened
      onClose={onClose}
      // While a dialog is open above the user's drawer, Escape closes only the dialog.
      closeOnEscape={!isDialogOpen}
      position="right"
      size={480}
      title={text.title}
    >
      <UserFile user={user} person={person} fields={fields} onActing={setDialogOpen} onClose={onClose} />
    </Drawer>
  )
}
