import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { ProfileCard } from '#web/features/profile/ProfileCard.tsx'

export function ProfilePage() {
  const { data: user } = useQuery(meQuery)
  return user && <ProfileCard user={user} />
}
