import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '#shared/policies.ts'
import { usersText } from '#texts/users.ts'
import { ApprovalQueue } from '#web/features/users/applications/ApprovalQueue.tsx'
import { queuePageSize, usePendingApplicants } from '#web/features/users/users.api.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { MemberCustomFieldsSection } from './MemberCustomFieldsSection.tsx'
import { MemberListWithSummary } from './MemberListWithSummary.tsx'
import { useUrlState } from './use-url-state.ts'
import { getUserDrawerHandlers } from './user-drawer-handlers.ts'

/** Page with the member list. For users who may approve applicants, pending applicants are listed above it. */
export function MemberApprovalPage() {
  const { data: user } = useQuery(currentUserQuery)
  const address = useUrlState('/member-approval')
  const { search, set } = address
  const page = search.waiting ?? 1
  const waiting = usePendingApplicants(page, queuePageSize)
  const canDecide = user && can(user, 'users.approve')
  return (
    <>
      {canDecide && (
        <ApprovalQueue
          page={page}
          application={search.application}
          onPage={next => set({ waiting: next, application: undefined }, true)}
          onChoose={application => set({ application })}
          onView={getUserDrawerHandlers(address).onView}
          renderFields={id => <MemberCustomFieldsSection id={id} />}
        />
      )}
      {(!canDecide || !waiting.isPending) && (
        <>
          <Title order={2} size="h3" mt="xl" mb="sm">
            {usersText.members}
          </Title>
          <MemberListWithSummary address={address} />
        </>
      )}
    </>
  )
}
