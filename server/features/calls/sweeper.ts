// A look every few seconds at who is still in a call. Who was not heard of is out, but only if we were listening: after
// a start, a failure, a pause of this machine or a clock that jumped everybody is given their time again. The clock is the
// database's, by which it is noted when somebody was heard of.
import type { Logger } from 'pino'
import { callPatience } from '#shared/contracts/calls.ts'

const every = 3000
/** Looks further apart than this have missed something. */
const longestGap = 3 * every
/** Notices that come in a burst are answered by one look. */
const pauseAfterNotice = 200

export interface Patience {
  /** With each look, and when it is: whether all before it, for as long as anybody may be silent, came in time. */
  isOver(time: number): boolean
  /** A look failed. */
  startAnew(): void
}

export function createPatience(): Patience {
  let last: number | undefined
  let steadySince = 0
  return {
    isOver: time => {
      const isSteady = last !== undefined && time >= last && time - last <= longestGap
      if (!isSteady) steadySince = time
      last = time
      return time - steadySince >= callPatience
    },
    startAnew: () => {
      last = undefined
    },
  }
}

export interface Sweeper {
  /** Somebody may have lost access: they are out at once. */
  notice(): void
  stop(): Promise<void>
}

export function startSweeper(
  clock: () => Promise<number>,
  sweep: (isPatienceOver: boolean) => Promise<void>,
  log: Pick<Logger, 'warn'>,
): Sweeper {
  const patience = createPatience()
  let sweeping: Promise<void> = Promise.resolve()
  let soon: NodeJS.Timeout | undefined
  let isStopping = false

  /** One after the other. */
  function look(isRegular: boolean): void {
    sweeping = sweeping
      .then(async () => {
        if (isStopping) return
        await sweep(isRegular && patience.isOver(await clock()))
      })
      .catch(error => {
        patience.startAnew()
        log.warn({ err: error }, 'calls not swept')
      })
  }

  let timer = setTimeout(lookAgain, every)
  function lookAgain(): void {
    look(true)
    void sweeping.then(() => {
      if (!isStopping) timer = setTimeout(lookAgain, every)
    })
  }

  return {
    notice: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        look(false)
      }, pauseAfterNotice)
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      clearTimeout(soon)
      await sweeping
    },
  }
}
