// Stops a call between two of its statements, for as long as a test likes. Which statements are a call's own is known by
// where they come from (AsyncLocalStorage), so that everything else that runs here goes on meanwhile.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

interface Steps {
  /** What it has said to the database so far. */
  texts: string[]
  /** It waits before this one; undefined: nowhere. */
  stopAt: number | undefined
  onStop(): void
  goOn: Promise<void>
}

const current = new AsyncLocalStorage<Steps>()

type Query = (this: unknown, ...args: unknown[]) => unknown

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text ?? '')

/** Said once for a connection and not by the call itself. */
const isOfConnection = (text: string) => /^set default_/i.test(text)

/** For a test file: every connection of this process asks whether it is to wait. Returns what takes that back. */
export function watchStatements(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function (...args) {
    const steps = current.getStore()
    const text = textOf(args[0])
    if (!steps || isOfConnection(text) || typeof (args[0] as { submit?: unknown }).submit === 'function')
      return original.apply(this, args)
    const place = steps.texts.push(text) - 1
    if (place !== steps.stopAt) return original.apply(this, args)
    steps.onStop()
    if (typeof args.at(-1) !== 'function') return steps.goOn.then(() => original.apply(this, args))
    void steps.goOn.then(() => original.apply(this, args))
    return undefined
  }
  return () => {
    prototype.query = original
  }
}

export interface Walk<T> {
  /** Its outcome, once it was let go on. */
  ended: Promise<T>
  /** It waits, or is over. */
  stopped: Promise<unknown>
  goOn(): void
  texts: string[]
}

/** Begins a call that waits before its nth statement. */
export function walk<T>(call: () => Promise<T>, stopAt?: number): Walk<T> {
  let goOn = () => {}
  let onStop = () => {}
  const stopped = new Promise<void>(resolve => {
    onStop = resolve
  })
  const steps: Steps = {
    texts: [],
    stopAt,
    onStop,
    goOn: new Promise(resolve => {
      goOn = resolve
    }),
  }
  const ended = current.run(steps, call)
  return { ended, stopped: Promise.race([stopped, ended.catch(() => {})]), goOn, texts: steps.texts }
}

/** What only adds a line for others to read: whoever comes behind it finds everything as before it. */
const isNote =
  /^insert into "?(audit_events|club_history|mail_outbox|notices|notifications|queued_jobs|user_history)\b/i

/**
 * Where it makes a difference to stop: before a transaction begins, and within it behind the statement that holds whoever
 * acts. In what has no transaction, before every statement.
 */
export function stops(texts: string[]): number[] {
  const first = texts.findIndex(text => /^begin/i.test(text))
  const all = texts.map((_, place) => place).filter(place => !isNote.test(texts[place - 1] ?? ''))
  return first < 0 ? all : all.filter(place => place === first || place > first + 1)
}
