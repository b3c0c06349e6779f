import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { InvitationList } from '#web/features/invitations/InvitationList.tsx'
import { InviteForm } from '#web/features/invitations/InviteForm.tsx'
import { meQuery } from '#web/lib/query-client.ts'

export function InvitationsPage() {
  const { data: user } = useQuery(meQuery)
  if (!user) return null
  return (
    <Stack gap="lg" maw={860}>
      <InviteForm user={user} />
      <div>
        <InvitationList />
      </div>
    </Stack>
  )
}
