// State of the queue of pending applicants: displayed applicant, decisions, navigation and keyboard shortcuts.
import { useState } from 'react'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import {
  queuePageSize,
  type UndoableDecision,
  usePendingApplicants,
  usePrefetchMembershipApplication,
} from '#web/features/users/users.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useKeyboardShortcuts } from '#web/lib/device/use-keyboard-shortcuts.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { buildQueueRowId } from '#web/ui/list/ReviewQueueList.tsx'
import { placementFieldId } from './ApplicantCountryAndClubForm.tsx'
import { applicantNameId } from './ApplicationReview.tsx'
import { findUnsavedCountryAndClub, type Placement } from './find-unsaved-country-and-club.ts'
import { useReviewApplicantsWithUndo } from './use-review-applicants-with-undo.ts'

interface Options {
  page: number
  /** User id of the displayed applicant; by default the applicant who has waited longest. */
  application?: number
  onChoose: (id: number | undefined) => void
  /** Event handler that opens the list of keyboard shortcuts. */
  onHelp: () => void
}

export function useApprovalQueue({ page, application, onChoose, onHelp }: Options) {
  const isPhone = useIsPhone()
  const query = usePendingApplicants(page, queuePageSize)
  const { pending, schedule, withdraw, isDecided } = useReviewApplicantsWithUndo()
  const [rejecting, setRejecting] = useState<UserRow>()
  // The chosen country and club of each applicant survive navigation and the undoing of an approval.
  const [chosenPlacements, setChosenPlacements] = useState<Record<number, Placement>>({})
  const rows = (query.data?.rows ?? []).filter(({ id }) => !isDecided(id))
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === application),
  )
  const current = rows[index]
  const previous = rows[index - 1]
  const next = rows[index + 1]
  const chosenPlacement = current && chosenPlacements[current.id]
  const unsavedPlacement = current && findUnsavedCountryAndClub(chosenPlacement, current)
  const canApprove = Boolean(current?.currentCountry ?? unsavedPlacement)
  const rowAfterDecision = next ?? previous
  usePrefetchMembershipApplication(rowAfterDecision?.id)

  const goToApplicant = (row: Pick<UserRow, 'id'> | undefined) => {
    onChoose(row?.id)
    if (row) focusElementAfterDialogCloses(isPhone ? applicantNameId : buildQueueRowId(row.id))
  }
  const decideApplicant = (
    row: UserRow,
    decision: Pick<UndoableDecision, 'kind' | 'reason' | 'placement'>,
  ) => {
    schedule({ id: row.id, name: row.fullName, ...decision })
    if (row.id === current?.id) goToApplicant(rowAfterDecision)
  }
  const approveApplicant = () => {
    if (current && canApprove) decideApplicant(current, { kind: 'approve', placement: unsavedPlacement })
    else if (current) focusElementAfterDialogCloses(placementFieldId)
  }
  const undoDecision = (decision: UndoableDecision | undefined) => {
    if (decision && withdraw(decision.id)) goToApplicant(decision)
  }
  useKeyboardShortcuts({
    j: () => next && goToApplicant(next),
    k: () => previous && goToApplicant(previous),
    l: approveApplicant,
    t: () => setRejecting(current),
    z: () => undoDecision(pending.at(-1)),
    p: () => focusElementAfterDialogCloses(placementFieldId),
    '?': onHelp,
  })
  return {
    query,
    rows,
    index,
    current,
    previous,
    next,
    pending,
    chosenPlacement,
    choosePlacement: (id: number, placement: Placement) =>
      setChosenPlacements(before => ({ ...before, [id]: placement })),
    canApprove,
    rejecting,
    setRejecting,
    goTo: goToApplicant,
    decide: decideApplicant,
    approve: approveApplicant,
    undo: undoDecision,
  }
}
