// The numbers that this device gives to its messages, without gaps, so that whoever reads them sees if one is missing.
import type { Counted } from './group-ports.ts'
import type { Sealed } from './message.ts'

export interface CountRecord {
  /** The last that was given. */
  last: number
  /** Given to messages of which nothing was heard since, by client id. */
  open: Record<string, Counted & { at: number }>
  /** Never sent, and not told to anybody yet. */
  void: number[]
  /** The newest that were stored. */
  sent: { clientId: string; seq: number; sealed: Sealed }[]
}

export const noCounts: CountRecord = { last: 0, open: {}, void: [], sent: [] }

const mostSent = 50
/** After so long a message that nobody heard of was on a page that is gone. */
const longest = 10 * 60 * 1000

export function give(
  record: CountRecord,
  clientId: string,
  now: number,
): { record: CountRecord; counted: Counted } {
  const known = record.open[clientId]
  if (known) return { record, counted: known }
  // Sent twice, because nobody heard that it had arrived.
  const sent = record.sent.find(one => one.clientId === clientId)
  if (sent) return { record, counted: { c: 0, void: [], sealed: sent.sealed, isSent: true } }
  const isLost = ([, { at }]: [string, { at: number }]) => now - at > longest
  const lost = Object.entries(record.open).filter(isLost)
  const empty = [...new Set([...record.void, ...lost.map(([, { c }]) => c)])]
  const counted = { c: record.last + 1, void: empty }
  const open = Object.fromEntries(Object.entries(record.open).filter(one => !isLost(one)))
  return {
    counted,
    record: {
      ...record,
      last: counted.c,
      void: empty,
      open: { ...open, [clientId]: { ...counted, at: now } },
    },
  }
}

export function keepSealed(record: CountRecord, clientId: string, sealed: Sealed): CountRecord {
  const counted = record.open[clientId]
  return counted ? { ...record, open: { ...record.open, [clientId]: { ...counted, sealed } } } : record
}

export function settle(record: CountRecord, clientId: string, seq: number | undefined): CountRecord {
  const { [clientId]: counted, ...open } = record.open
  if (!counted) return record
  if (seq === undefined) return { ...record, open, void: [...record.void, counted.c] }
  const told = new Set(counted.void)
  const sent = counted.sealed ? [...record.sent, { clientId, seq, sealed: counted.sealed }] : record.sent
  return { ...record, open, void: record.void.filter(c => !told.has(c)), sent: sent.slice(-mostSent) }
}
