import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { InvitationForm } from '#web/features/invitations/InvitationForm.tsx'
import { InvitationList } from '#web/features/invitations/InvitationList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function InvitationsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const isInviting = useLocation().hash === 'invite'
  if (!user) return null
  return (
    <Stack gap="lg" maw={960}>
      <InvitationForm user={user} isFocused={isInviting} />
      <div>
        <InvitationList />
      </div>
    </Stack>
  )
}
