import { useQuery } from '@tanstack/react-query'
import { OwnAttendanceList } from '#web/features/attendance/OwnAttendanceList.tsx'
import { OwnMembershipCard } from '#web/features/cards/OwnMembershipCard.tsx'
import { OwnCustomFields } from '#web/features/custom-fields/OwnCustomFields.tsx'
import { OwnOffice } from '#web/features/offices/OwnOffice.tsx'
import { OwnProfile } from '#web/features/profile/OwnProfile.tsx'
import { EditProfileForm } from '#web/features/registration/profile/EditProfileForm.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function ProfilePage() {
  const { data: user } = useQuery(currentUserQuery)
  return (
    user && (
      <OwnProfile
        user={user}
        card={profile => <OwnMembershipCard user={user} profile={profile} />}
        attendance={
          <>
            <OwnOffice />
            <OwnAttendanceList />
          </>
        }
        edit={profile => (
          <>
            <EditProfileForm profile={profile} />
            <OwnCustomFields />
          </>
        )}
      />
    )
  )
}
