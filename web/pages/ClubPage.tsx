import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { can } from '#shared/policies.ts'
import { ClubActivities } from '#web/features/activities/ClubActivities.tsx'
import { ClubProfile } from '#web/features/clubs/ClubProfile.tsx'
import { useClub } from '#web/features/clubs/clubs.api.ts'
import { ClubDirectory } from '#web/features/clubs/Directory.tsx'
import { ClubMembers } from '#web/features/users/ClubMembers.tsx'
import { UserDrawer } from '#web/features/users/UserDrawer.tsx'
import { currentUserQuery } from '#web/lib/query-client.ts'
import { parseId } from '#web/lib/search.ts'
import { getDrawerHandlers } from './drawer-of.ts'
import { useUrlState } from './use-address.ts'
import { useListState } from './use-list.ts'

/** Page of a club: its profile, activities, directory and members, as far as the user may see them. */
export function ClubPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { id } = useParams({ from: '/shell/clubs/$id' })
  const address = useUrlState('/clubs/$id')
  const { page, onPage } = useListState(address)
  const { onView, onClose } = getDrawerHandlers(address)
  const query = useClub(parseId(id))
  if (!user) return null
  const club = query.data
  const canListMembers = club !== undefined && can(user, 'users.list', { club })
  return (
    <>
      <ClubProfile user={user} query={query} />
      {club && <ClubActivities user={user} clubId={club.id} />}
      {club && user.clubId === club.id && <ClubDirectory user={user} clubId={club.id} />}
      {canListMembers && <ClubMembers club={club} page={page} onPage={onPage} onView={onView} />}
      {canListMembers && address.search.user && (
        <UserDrawer user={user} id={address.search.user} onClose={onClose} />
      )}
    </>
  )
}
