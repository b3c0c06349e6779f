import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ActivityDetails } from '#web/features/activities/page/ActivityDetails.tsx'
import { DownloadAttendanceCertificateButton } from '#web/features/attendance/DownloadAttendanceCertificateButton.tsx'
import { parseId } from '#web/lib/form/search-parameters.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function ActivityPage() {
  const { data: user } = useQuery(currentUserQuery)
  const id = parseId(useParams({ from: '/shell/activities/$id' }).id)
  return (
    user && (
      <ActivityDetails
        key={id}
        user={user}
        id={id}
        renderCertificate={activity => (
          <DownloadAttendanceCertificateButton activityId={activity.id} title={activity.title} />
        )}
      />
    )
  )
}
