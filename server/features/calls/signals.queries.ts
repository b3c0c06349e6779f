import type { Pool } from 'pg'
import { channel, type Signal } from '#server/db/bus.ts'
import { prepared } from '#server/db/prepared.ts'
import type { NewSignal } from '#shared/contracts/calls.ts'

/** A notice holds 8,000 bytes, and says besides from whom to whom it goes. */
const longestPart = 7000

type PartSignal = Extract<Signal, { type: 'call-signal' }>

function partsOf(from: number, { to, sealed, ...signal }: NewSignal): PartSignal[] {
  const of = Math.ceil(sealed.length / longestPart)
  return Array.from({ length: of }, (_, index) => ({
    type: 'call-signal',
    to,
    part: {
      ...signal,
      from,
      part: index + 1,
      of,
      sealed: sealed.slice(index * longestPart, (index + 1) * longestPart),
    },
  }))
}

const notifyParts = prepared(
  'pass-on-signal',
  `select pg_notify('${channel}', part) from unnest($6::text[]) as part
    where 2 = (select count(*) from call_members m where m.call_id = $1 and m.left_at is null
                  and ((m.user_id = $2 and m.dev = $3) or (m.user_id = $4 and m.dev = $5)))`,
)

/**
 * From one device in a call to another, whispered over the bus and kept nowhere. One statement: all parts or none, in order, and
 * only while both are in. False: they are not.
 */
export async function passOn(pool: Pool, from: number, signal: NewSignal): Promise<boolean> {
  const { callId, fromDev, to, toDev } = signal
  const parts = partsOf(from, signal).map(part => JSON.stringify(part))
  const { rowCount } = await notifyParts(pool, [callId, from, fromDev, to, toDev, parts])
  return rowCount === parts.length
}
