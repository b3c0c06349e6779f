import { useState } from 'react'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import {
  useConfirmTransferSlip,
  useRejectTransferSlip,
  useWaitingTransferSlips,
} from '#web/features/fees/fee-payments.api.ts'
import { useKeyboardShortcuts } from '#web/lib/device/use-keyboard-shortcuts.ts'
import type { TransferSlipDecision } from './TransferSlipReviewPanel.tsx'

export interface ConfirmedTransferSlip {
  id: number
  name: string
  code: string
}

/** Hook for the payment slips to review: the selected slip, decisions, and the keyboard shortcuts J, K and ?. */
export function useTransferSlipQueue(onHelp: () => void) {
  const query = useWaitingTransferSlips()
  const confirmTransferSlip = useConfirmTransferSlip()
  const rejectTransferSlip = useRejectTransferSlip()
  const [chosenId, choose] = useState<number>()
  const [rejecting, setRejecting] = useState<TransferSlipDetail>()
  const [confirmed, setConfirmed] = useState<ConfirmedTransferSlip[]>([])
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<number>>(new Set())
  // Payment slips with a decision disappear at once, before the list of slips is fetched again.
  const rows = (query.data?.rows ?? []).filter(({ id }) => !decidedIds.has(id))
  const chosenIndex = rows.findIndex(({ id }) => id === chosenId)
  const index = Math.max(0, chosenIndex)
  const [current, next, previous] = [rows[index], rows[index + 1], rows[index - 1]]
  const isBusy = confirmTransferSlip.isPending || rejectTransferSlip.isPending

  const markDecidedAndOpenNext = (id: number) => {
    setDecidedIds(ids => new Set(ids).add(id))
    choose(next?.id)
  }
  const confirmOpenTransferSlip = (decision: TransferSlipDecision) => {
    const name = current?.fullName ?? ''
    confirmTransferSlip.mutate(decision, {
      onSuccess: ({ receiptCode: code }) => {
        setConfirmed(slips => [{ id: decision.id, name, code }, ...slips])
        markDecidedAndOpenNext(decision.id)
      },
    })
  }
  const rejectOpenTransferSlip = (reason: string) => {
    if (!rejecting) return
    const { id } = rejecting
    rejectTransferSlip.mutate(
      { id, reason },
      {
        onSuccess: () => {
          setRejecting(undefined)
          markDecidedAndOpenNext(id)
        },
      },
    )
  }
  useKeyboardShortcuts({
    j: () => next && choose(next.id),
    k: () => previous && choose(previous.id),
    '?': onHelp,
  })
  return {
    query,
    rows,
    current,
    next,
    previous,
    index,
    total: Math.max(rows.length, (query.data?.total ?? 0) - ((query.data?.rows.length ?? 0) - rows.length)),
    confirmed,
    rejecting,
    isBusy,
    choose,
    confirm: confirmOpenTransferSlip,
    reject: rejectOpenTransferSlip,
    startReject: setRejecting,
    stopReject: () => setRejecting(undefined),
  }
}
