import { Drawer, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import type { useUser } from './users.api.ts'
import { drawerText as text } from './users.text.ts'

/** Separate from the drawer: the schemas of its forms are as large as the list. */
const UserFile = lazyOverlay(async () => (await import('./UserFile.tsx')).UserFile, <Skeleton height={320} />)

/** One person out of a list, beside it. */
export function OpenUserDrawer({
  user,
  person,
  onClose,
}: {
  user: CurrentUser
  person: ReturnType<typeof useUser>
  onClose: () => void
}) {
  const [isActing, setActing] = useState(false)
  return (
    <Drawer
      opened
      onClose={onClose}
      // The key is for what lies on top.
      closeOnEscape={!isActing}
      position="right"
      size="md"
      title={text.title}
    >
      <UserFile user={user} person={person} onActing={setActing} onClose={onClose} />
    </Drawer>
  )
}
