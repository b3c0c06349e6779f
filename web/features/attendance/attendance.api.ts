import { useMutation, useQuery } from '@tanstack/react-query'
import { listAttendance, readCertificate } from '#shared/contracts/attendance/attendance.endpoints.ts'
import { attendanceText } from '#texts/attendance.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'

const convertToFileNamePart = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)

export function useOwnAttendanceRecords() {
  return useQuery(buildQueryOptions(listAttendance))
}

/** Downloads an attendance certificate. The server signs a new certificate for each download. */
export function useDownloadAttendanceCertificate() {
  return useMutation({
    mutationFn: async (id: number) => {
      const [certificate, { drawAttendanceCertificate }] = await Promise.all([
        callEndpoint(readCertificate, { params: { id } }),
        import('./draw-attendance-certificate.ts'),
      ])
      saveBlobAsFile(
        await drawAttendanceCertificate(certificate),
        attendanceText.fileName({ title: convertToFileNamePart(certificate.title) }),
      )
    },
    meta: { failure: attendanceText.failed },
  })
}
