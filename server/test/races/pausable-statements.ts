// Pauses a request between two of its SQL statements. AsyncLocalStorage tells which request sends a statement.
// Pausing one request in a concurrency test does not stop any other work of the process.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

interface StatementTrace {
  /** SQL statements that the tested request has sent so far. The test can pause the request between two of them. */
  texts: string[]
  /** Index of the SQL statement before which the tested request pauses; undefined for no pause. */
  stopAt: number | undefined
  onStop(): void
  resumed: Promise<void>
}

const currentTrace = new AsyncLocalStorage<StatementTrace>()

type Query = (this: unknown, ...args: unknown[]) => unknown

const getStatementText = (statement: unknown) =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text ?? '')

/** True when the SQL statement only configures the connection and does not come from the tested request. */
const isConnectionSetup = (text: string) => /^set default_/i.test(text)

/** Patches pg (database driver) so that SQL statements of this process can be paused. Returns the undo function. */
export function makeSqlStatementsPausable(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function (...args) {
    const trace = currentTrace.getStore()
    const text = getStatementText(args[0])
    if (!trace || isConnectionSetup(text) || typeof (args[0] as { submit?: unknown }).submit === 'function')
      return original.apply(this, args)
    const index = trace.texts.push(text) - 1
    if (index !== trace.stopAt) return original.apply(this, args)
    trace.onStop()
    if (typeof args.at(-1) !== 'function') return trace.resumed.then(() => original.apply(this, args))
    void trace.resumed.then(() => original.apply(this, args))
    return undefined
  }
  return () => {
    prototype.query = original
  }
}

export interface PausableRun<T> {
  /** Result of the paused request, available after it was resumed and has completed. */
  ended: Promise<T>
  /** Resolves when the tested request pauses or has completed. */
  stopped: Promise<unknown>
  resume(): void
  texts: string[]
}

/** Starts a request that pauses before its nth SQL statement. */
export function startPausableRequest<T>(call: () => Promise<T>, stopAt?: number): PausableRun<T> {
  let resume = () => {}
  let onStop = () => {}
  const stopped = new Promise<void>(resolve => {
    onStop = resolve
  })
  const trace: StatementTrace = {
    texts: [],
    stopAt,
    onStop,
    resumed: new Promise(resolve => {
      resume = resolve
    }),
  }
  const ended = currentTrace.run(trace, call)
  return {
    ended,
    stopped: Promise.race([stopped, ended.catch(() => {})]),
    resume: resume,
    texts: trace.texts,
  }
}

/** SQL statements that only append rows, for example to the audit log, and so cannot cause a conflict. */
const isAppendOnly =
  /^insert into "?(audit_events|club_history|mail_outbox|notices|notifications|queued_jobs|user_history)\b/i

/**
 * Returns the positions at which a pause of the request makes a difference: before a transaction begins, and within it
 * after the statement that locks the acting user. Without a transaction: before every statement.
 */
export function findIndexesOfStatementsToPauseBefore(texts: string[]): number[] {
  const beginIndex = texts.findIndex(text => /^begin/i.test(text))
  const all = texts.map((_, index) => index).filter(index => !isAppendOnly.test(texts[index - 1] ?? ''))
  return beginIndex < 0 ? all : all.filter(index => index === beginIndex || index > beginIndex + 1)
}
