import * as z from 'zod/mini'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

function isMissing(issue: Issue): boolean {
  return issue.input === undefined || issue.input === null || issue.input === ''
}

function formatIssue(issue: Issue): string {
  if (isMissing(issue)) return 'Medan ini diperlukan'
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'Medan ini tidak dibenarkan'
    case 'too_small':
      return issue.origin === 'string'
        ? `Sekurang-kurangnya ${issue.minimum} aksara diperlukan`
        : `Nilai mestilah sekurang-kurangnya ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `Tidak boleh melebihi ${issue.maximum} aksara`
        : `Nilai tidak boleh melebihi ${issue.maximum}`
    case 'invalid_value':
      return 'Sila pilih daripada senarai'
    default:
      return 'Nilai tidak sah'
  }
}

/** Sets the default Malay messages for validation errors. Server and client call this once at start. */
export function setMalayErrorMessages(): void {
  z.config({ customError: formatIssue })
}
