// Reads bus events committed since the previous read. Event ids alone cannot tell which events are new.
// A transaction with a low event id may commit after one with a higher event id.
// The event reader stores which transactions had committed at its previous read (database snapshot).
// A bus event is new if its transaction was running at the previous read or has started since.
import type pg from 'pg'

interface Snapshot {
  /** Time at which the database snapshot was taken, by the database clock, in milliseconds since 1970. */
  at: number
  /**
   * First transaction id that had not started when the snapshot was taken. `underWay` lists earlier transactions still
   * running then.
   */
  next: string
  underWay: string[]
}

export interface EventBatch {
  signals: unknown[]
  /** True when old events may have been deleted before this event reader has read them. */
  mayHaveGap: boolean
}

/** Milliseconds for which bus events are stored. After a pause of half this time, a reader reports missed events. */
const retentionMs = 60_000

const snapshotColumns = `(extract(epoch from clock_timestamp()) * 1000)::float8 as at,
  pg_snapshot_xmax(s.now)::text as next, array(select pg_snapshot_xip(s.now)::text) as "underWay"`

const initialSnapshotQuery = `select ${snapshotColumns} from (select pg_current_snapshot() as now) s`

const newEventsQuery = {
  name: 'new-notices',
  text: `select ${snapshotColumns},
           (select coalesce(json_agg(n.signal order by n.id), '[]') from notices n
             where n.xid >= $1::xid8 or n.xid = any($2::xid8[])) as signals
           from (select pg_current_snapshot() as now) s`,
}

const deleteOldEvents = 'delete from notices where xid < $1::xid8 and xid <> all($2::xid8[])'

export async function createEventReader(client: pg.Client) {
  const runEventQuery = async <Row extends Snapshot>(query: {
    text: string
    name?: string
    values?: unknown[]
  }) => {
    const { rows } = await client.query<Row>(query)
    return rows[0] as Row
  }
  let last = await runEventQuery<Snapshot>({ text: initialSnapshotQuery })
  /**
   * The two previous database snapshots. A bus event that the older snapshot contains may be deleted after a minute.
   */
  let settled: [Snapshot, Snapshot] = [last, last]

  return {
    readNew: async (): Promise<EventBatch> => {
      const values = [last.next, last.underWay]
      const { signals, ...snapshot } = await runEventQuery<Snapshot & { signals: unknown[] }>({
        ...newEventsQuery,
        values,
      })
      const isLate = snapshot.at - last.at > retentionMs / 2
      last = snapshot
      return { signals, mayHaveGap: isLate }
    },
    /** Deletes old bus events. Every server instance calls this function, although one call is enough. */
    clear: async (): Promise<void> => {
      const [old, middle] = settled
      if (last.at - middle.at < retentionMs) return
      settled = [middle, last]
      if (old === middle) return
      await client.query(deleteOldEvents, [old.next, old.underWay])
    },
  }
}
