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
  sent: (Counted & { clientId: string; seq: number; sealed: Sealed })[]
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
  // Nobody heard that it was stored, or a server that was put back to an earlier state has lost it: the number stays.
  const lostAgain = record.sent.find(one => one.clientId === clientId)
  if (lostAgain) {
    const { c, void: told, sealed } = lostAgain
    const counted = { c, void: told, sealed }
    return {
      counted,
      record: {
        ...record,
        open: { ...record.open, [clientId]: { ...counted, at: now } },
        sent: record.sent.filter(one => one !== lostAgain),
      },
    }
  }
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
  if (!counted) return settleAgain(record, clientId, seq)
  if (seq === undefined) return { ...record, open, void: [...record.void, counted.c] }
  const told = new Set(counted.void)
  const { c, sealed } = counted
  const sent = sealed ? [...record.sent, { clientId, seq, c, void: counted.void, sealed }] : record.sent
  return { ...record, open, void: record.void.filter(c => !told.has(c)), sent: sent.slice(-mostSent) }
}

/** Deleted: it is never said again, and no longer kept what it said. Its number stays. */
export function forgetWords(record: CountRecord, clientId: string): CountRecord {
  const known = record.sent.find(one => one.clientId === clientId)
  if (!known || isForgotten(known)) return record
  const forgotten = { ...known, sealed: { ...known.sealed, content: '' } }
  return { ...record, sent: record.sent.map(one => (one === known ? forgotten : one)) }
}

export const isForgotten = ({ sealed }: { sealed: Sealed }) => sealed.content === ''

/** As it was, at another place than before; or, of what is deleted, nowhere. */
function settleAgain(record: CountRecord, clientId: string, seq: number | undefined): CountRecord {
  const known = record.sent.find(one => one.clientId === clientId)
  if (known && seq === undefined && isForgotten(known)) {
    return { ...record, void: [...record.void, known.c], sent: record.sent.filter(one => one !== known) }
  }
  if (!known || seq === undefined || known.seq === seq) return record
  return { ...record, sent: [...record.sent.filter(one => one !== known), { ...known, seq }] }
}
