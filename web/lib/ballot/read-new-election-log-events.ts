// Compares an election's public log with the events that this device has seen, to detect dropped or replaced events.
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import { serializeBallotJson } from '#shared/ballot/structures.ts'
import { throwBallotAlarmUnless } from './ballot-alarm.ts'

export interface ListedEvent {
  height: number
  type: string
  hash: string
  parent: string | null
  payload: string | null
}

/** Reads a page of the election's public log, oldest event first, starting at a position. */
export type ReadLogPage = (from: number) => Promise<{ head: LogHead | null; events: ListedEvent[] }>

function hashEvent({ height, type, parent, payload }: ListedEvent): string {
  return computeSha256InHex(
    serializeBallotJson({
      ...(parent === null ? {} : { parent }),
      height,
      type,
      ...(payload === null ? {} : { payload }),
    }),
  )
}

/**
 * Reads the public log from the last event that this device has seen to the newest event, and checks that each event
 * continues the hash chain. Returns the new events and the newest event. If the last seen event is missing, throws an
 * alarm.
 */
export async function readNewElectionLogEvents(
  kept: LogHead | undefined,
  readPage: ReadLogPage,
): Promise<{ head: LogHead | undefined; events: ListedEvent[] }> {
  const events: ListedEvent[] = []
  let last: LogHead | undefined
  for (;;) {
    const from = last ? last.height + 1 : (kept?.height ?? 0)
    const page = await readPage(from)
    if (page.head === null) {
      throwBallotAlarmUnless(kept === undefined, 'log-rewritten', 'the log is empty')
      return { head: undefined, events }
    }
    for (const event of page.events) {
      throwBallotAlarmUnless(
        event.height === (last ? last.height + 1 : from),
        'log-rewritten',
        'an event is missing',
      )
      throwBallotAlarmUnless(hashEvent(event) === event.hash, 'log-rewritten', 'hash of an event is wrong')
      if (last)
        throwBallotAlarmUnless(event.parent === last.hash, 'log-rewritten', 'parent of an event is wrong')
      else if (kept)
        throwBallotAlarmUnless(event.hash === kept.hash, 'log-rewritten', 'the known event was replaced')
      else throwBallotAlarmUnless(event.parent === null, 'log-rewritten', 'the first event has a parent')
      last = { height: event.height, hash: event.hash }
      events.push(event)
    }
    throwBallotAlarmUnless(
      last !== undefined && page.head.height >= last.height,
      'log-rewritten',
      'the log became shorter',
    )
    if (last.height === page.head.height) {
      throwBallotAlarmUnless(last.hash === page.head.hash, 'log-rewritten', 'newest hash is wrong')
      return { head: last, events }
    }
    throwBallotAlarmUnless(page.events.length > 0, 'log-rewritten', 'events are missing')
  }
}
