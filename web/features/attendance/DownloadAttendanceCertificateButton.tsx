import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { attendanceText as text } from '#texts/attendance.ts'
import { useDownloadAttendanceCertificate } from './attendance.api.ts'

/** Button that downloads the user's certificate of an attended activity. */
export function DownloadAttendanceCertificateButton({
  activityId,
  title,
}: {
  activityId: number
  title: string
}) {
  const download = useDownloadAttendanceCertificate()
  return (
    <Button
      variant="default"
      leftSection={<IconCertificate size={18} aria-hidden />}
      aria-label={text.certificateOf({ title })}
      loading={download.isPending}
      onClick={() => download.mutate(activityId)}
    >
      {text.certificate}
    </Button>
  )
}
