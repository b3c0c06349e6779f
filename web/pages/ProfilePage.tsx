import { useQuery } from '@tanstack/react-query'
import { OwnAttendanceList } from '#web/features/attendance/OwnAttendanceList.tsx'
import { OwnMembershipCard } from '#web/features/cards/OwnMembershipCard.tsx'
import { OwnCustomFieldsForm } from '#web/features/custom-fields/OwnCustomFieldsForm.tsx'
import { OwnOfficesAndHandoversCard } from '#web/features/offices/OwnOfficesAndHandoversCard.tsx'
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
            <OwnOfficesAndHandoversCard />
            <OwnAttendanceList />
          </>
        }
        edit={profile => (
          <>
            <EditProfileForm profile={profile} />
            <OwnCustomFieldsForm />
          </>
        )}
      />
    )
  )
}
