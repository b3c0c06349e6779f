import { useState } from 'react'
import { sendApplicantDecisionBeacon, useApproveUser, useRejectUser } from '#web/features/users/users.api.ts'
import { useUndoableApplicationDecisions } from './use-undoable-application-decisions.ts'

/** Hook for decisions about applicants. Until a decision is sent, it can be undone and its applicant is hidden. */
export function useReviewApplicantsWithUndo() {
  const [sendingIds, setSendingIds] = useState<number[]>([])
  const removeSentDecisionId = (id: number) => setSendingIds(before => before.filter(other => other !== id))
  const approve = useApproveUser(removeSentDecisionId)
  const reject = useRejectUser(removeSentDecisionId)
  const undoable = useUndoableApplicationDecisions(({ id, kind, reason = '', placement }) => {
    setSendingIds(before => [...before, id])
    if (kind === 'approve') approve.mutate({ id, placement })
    else reject.mutate({ id, reason })
  }, sendApplicantDecisionBeacon)
  return {
    ...undoable,
    isDecided: (id: number) =>
      sendingIds.includes(id) || undoable.pending.some(decision => decision.id === id),
  }
}
