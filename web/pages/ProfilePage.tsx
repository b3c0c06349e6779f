import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { OwnProfile } from '#web/features/profile/OwnProfile.tsx'
import { EditProfile } from '#web/features/registration/EditProfile.tsx'

export function ProfilePage() {
  const { data: user } = useQuery(meQuery)
  return user && <OwnProfile user={user} edit={profile => <EditProfile profile={profile} />} />
}
