import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { can } from '#shared/policies.ts'
import { ActivitiesOfClub } from '#web/features/activities/list/ActivitiesOfClub.tsx'
import { ClubMemberDirectory } from '#web/features/clubs/ClubMemberDirectory.tsx'
import { ClubDetailsTable, ClubProfileView } from '#web/features/clubs/ClubProfileView.tsx'
import { useClub } from '#web/features/clubs/clubs.api.ts'
import { UserDrawer } from '#web/features/users/details/UserDrawer.tsx'
import { ClubMemberList } from '#web/features/users/list/ClubMemberList.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { MemberCustomFieldsSection } from './MemberCustomFieldsSection.tsx'
import { useListPageAndFilters } from './use-list-page-and-filters.ts'
import { useUrlState } from './use-url-state.ts'
import { getUserDrawerHandlers } from './user-drawer-handlers.ts'

/** Page of a club: its profile, activities, directory and members, as far as the user may see them. */
export function ClubPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { id } = useParams({ from: '/shell/clubs/$id' })
  const address = useUrlState('/clubs/$id')
  const { page, onPage } = useListPageAndFilters(address)
  const { onView, onClose } = getUserDrawerHandlers(address)
  const query = useClub(parseId(id))
  if (!user) return null
  const club = query.data
  const canListMembers = club !== undefined && can(user, 'users.list', { club })
  return (
    <>
      <ClubProfileView user={user} query={query} />
      {club && (
        <Columns
          template={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 280px' }}
          gap={24}
          align="start"
          mt={24}
        >
          <div>
            <ActivitiesOfClub user={user} clubId={club.id} />
          </div>
          <ClubDetailsTable user={user} club={club} />
        </Columns>
      )}
      {club && user.clubId === club.id && <ClubMemberDirectory user={user} clubId={club.id} />}
      {canListMembers && (
        <ClubMemberList user={user} club={club} page={page} onPage={onPage} onView={onView} />
      )}
      {canListMembers && can(user, 'users.view') && address.search.user && (
        <UserDrawer
          user={user}
          id={address.search.user}
          fields={<MemberCustomFieldsSection id={address.search.user} />}
          onClose={onClose}
        />
      )}
    </>
  )
}
