import { showToast } from '#web/lib/toast.ts'
import { useDecideMany } from './users.api.ts'
import { decisionText } from './users.text.ts'

/** Several at once, each with its own outcome; those that failed stay chosen. */
export function useDecideChosen(chosen: number[], setChosen: (ids: number[]) => void) {
  const many = useDecideMany()
  const decide = (call: 'approve' | 'reject', reason?: string, onDone?: () => void) =>
    many.mutate(
      { call, ids: chosen, reason },
      {
        onSuccess: outcomes => {
          onDone?.()
          const failed = outcomes.filter(({ ok }) => !ok)
          setChosen(failed.map(({ id }) => id))
          const said = decisionText.many(outcomes.length - failed.length, outcomes.length)
          const why = failed[0]?.message
          void showToast(failed.length > 0 ? 'failure' : 'success', why ? `${said}. ${why}` : said)
        },
      },
    )
  return { decide, isBusy: many.isPending }
}
