import { Drawer, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { useUser } from './users.api.ts'
import { drawerText as text } from './users.text.ts'

/** Fetched when somebody is looked at: what checks its forms weighs as much as the list. */
const UserFile = lazy(async () => ({ default: (await import('./UserFile.tsx')).UserFile }))

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
      <Suspense fallback={<Skeleton height={320} />}>
        <UserFile user={user} person={person} onActing={setActing} />
      </Suspense>
    </Drawer>
  )
}
