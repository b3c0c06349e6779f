import { useQuery } from '@tanstack/react-query'
import { OwnProfile } from '#web/features/profile/OwnProfile.tsx'
import { EditProfile } from '#web/features/registration/EditProfile.tsx'
import { meQuery } from '#web/lib/query-client.ts'

export function ProfilePage() {
  const { data: user } = useQuery(meQuery)
  return user && <OwnProfile user={user} edit={profile => <EditProfile profile={profile} />} />
}
