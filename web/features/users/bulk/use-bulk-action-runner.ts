import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BulkDecisionOutcome } from '#shared/contracts/users/users.schemas.ts'
import { decisionText } from '#texts/users.ts'

export interface BulkPerson {
  id: number
  fullName: string
}

/** Sends one batch of an action on many users and returns the outcome for each user. */
export type SendBatch = (ids: number[]) => Promise<BulkDecisionOutcome[]>

/** Progress of an action on many users. */
export interface BulkRun {
  people: BulkPerson[]
  outcomes: BulkDecisionOutcome[]
  isRunning: boolean
}

/** Number of users per request of an action on many users. The server handles each request in one transaction. */
export const batchSize = 200

/**
 * Runs an action on many users, one batch after another, and records the outcome for each user. A failed request stops
 * the run, and `resume` continues with the users who have no outcome yet. Repeating a batch is harmless, because users
 * who already have the requested state are not changed again.
 */
export function useBulkActionRunner(onFinished: (run: BulkRun) => void) {
  const [run, setRun] = useState<BulkRun>()
  const isStopped = useRef(false)
  const lastSend = useRef<SendBatch>(undefined)
  const sending = useMutation({
    mutationFn: async ({ people, outcomes: known }: BulkRun) => {
      const outcomes = [...known]
      const send = lastSend.current
      isStopped.current = false
      while (send && outcomes.length < people.length && !isStopped.current) {
        const batch = people.slice(outcomes.length, outcomes.length + batchSize)
        const received = await send(batch.map(({ id }) => id))
        outcomes.push(...received)
        setRun({ people, outcomes: [...outcomes], isRunning: true })
      }
      return { people, outcomes, isRunning: false }
    },
    onSuccess: finished => {
      setRun(finished)
      onFinished(finished)
    },
    onError: () => setRun(current => current && { ...current, isRunning: false }),
    meta: { failure: decisionText.manyFailed },
  })
  return {
    run,
    start: (people: BulkPerson[], send: SendBatch) => {
      lastSend.current = send
      const started = { people, outcomes: [], isRunning: true }
      setRun(started)
      sending.mutate(started)
    },
    resume: () => {
      if (!run) return
      const resumed = { ...run, isRunning: true }
      setRun(resumed)
      sending.mutate(resumed)
    },
    stop: () => {
      isStopped.current = true
    },
    close: () => setRun(undefined),
  }
}
