import { decisionText } from '#texts/users.ts'
import { useApproveOrRejectApplicants } from '#web/features/users/users.api.ts'
import { showToast } from '#web/lib/query/toast.ts'

/** Approves or rejects the selected applicants in one request. Applicants whose decision failed stay selected. */
export function useDecideSelectedApplicants(selectedIds: number[], setSelectedIds: (ids: number[]) => void) {
  const decideMany = useApproveOrRejectApplicants()
  const decideSelectedApplicants = (call: 'approve' | 'reject', reason?: string, onDone?: () => void) =>
    decideMany.mutate(
      { call, ids: selectedIds, reason },
      {
        onSuccess: outcomes => {
          onDone?.()
          const failed = outcomes.filter(({ ok }) => !ok)
          setSelectedIds(failed.map(({ id }) => id))
          const summary = decisionText.many({ done: outcomes.length - failed.length, all: outcomes.length })
          const firstFailure = failed[0]?.message
          void showToast(
            failed.length > 0 ? 'failure' : 'success',
            firstFailure ? `${summary}. ${firstFailure}` : summary,
          )
        },
      },
    )
  return { decide: decideSelectedApplicants, isBusy: decideMany.isPending }
}
