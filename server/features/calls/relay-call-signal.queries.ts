// Relays encrypted WebRTC signals from one device in a call to another through PostgreSQL notifications (pg_notify).
import type { Pool } from 'pg'
import { type BusEvent, busChannel } from '#server/db/bus/bus.ts'
import { prepareStatement } from '#server/db/connection/prepared-statements.ts'
import type { NewSignal } from '#shared/contracts/calls/calls.schemas.ts'

/** Maximum characters per part of a call signal. A PostgreSQL notification holds 8,000 bytes, sender included. */
const maxPartLength = 7000

type PartSignal = Extract<BusEvent, { type: 'call-signal' }>

function splitCallSignal(from: number, { to, sealed, ...signal }: NewSignal): PartSignal[] {
  const of = Math.ceil(sealed.length / maxPartLength)
  return Array.from({ length: of }, (_, index) => ({
    type: 'call-signal',
    to,
    part: {
      ...signal,
      from,
      part: index + 1,
      of,
      sealed: sealed.slice(index * maxPartLength, (index + 1) * maxPartLength),
    },
  }))
}

const notifyParts = prepareStatement(
  'pass-on-signal',
  `select pg_notify('${busChannel}', part) from unnest($6::text[]) as part
    where 2 = (select count(*) from call_members m where m.call_id = $1 and m.left_at is null
                  and ((m.user_id = $2 and m.dev = $3) or (m.user_id = $4 and m.dev = $5)))`,
)

/**
 * Sends a WebRTC signal to another device in the same call. The signal is not stored.
 * One SQL statement sends all parts of the signal in order. Returns false unless both devices are in the call.
 */
export async function relayCallSignal(pool: Pool, from: number, signal: NewSignal): Promise<boolean> {
  const { callId, fromDev, to, toDev } = signal
  const parts = splitCallSignal(from, signal).map(part => JSON.stringify(part))
  const { rowCount } = await notifyParts(pool, [callId, from, fromDev, to, toDev, parts])
  return rowCount === parts.length
}
