// Reading what others have committed since one last looked. Numbers alone cannot say that: a transaction that took a low
// one may commit after one that took a higher. So a reader remembers the snapshot of its last look; new is what could
// not be seen in that one and can be in this: by transactions that began after it, or were under way.
import type pg from 'pg'

interface Snapshot {
  /** Of the database's own clock, in milliseconds. */
  at: number
  /** The first transaction that had not begun, and those before it that had not ended. */
  next: string
  underWay: string[]
}

export interface Look {
  signals: unknown[]
  /** Some of what happened may have been cleared away before it was read. */
  isLate: boolean
}

/** How long what was visible to all stays; whoever did not look for half of it looks everything up. */
const keptFor = 60_000

const now = `(extract(epoch from clock_timestamp()) * 1000)::float8 as at,
  pg_snapshot_xmax(s.now)::text as next, array(select pg_snapshot_xip(s.now)::text) as "underWay"`

const beginning = `select ${now} from (select pg_current_snapshot() as now) s`

const whatIsNew = {
  name: 'new-notices',
  text: `select ${now},
           (select coalesce(json_agg(n.signal order by n.id), '[]') from notices n
             where n.xid >= $1::xid8 or n.xid = any($2::xid8[])) as signals
           from (select pg_current_snapshot() as now) s`,
}

const clearAway = 'delete from notices where xid < $1::xid8 and xid <> all($2::xid8[])'

export async function createNoticeReader(client: pg.Client) {
  const ask = async <Row extends Snapshot>(query: { text: string; name?: string; values?: unknown[] }) => {
    const { rows } = await client.query<Row>(query)
    return rows[0] as Row
  }
  let last = await ask<Snapshot>({ text: beginning })
  /** What everybody can see since this moment; and a later one, which takes its place. */
  let settled: [Snapshot, Snapshot] = [last, last]

  return {
    look: async (): Promise<Look> => {
      const values = [last.next, last.underWay]
      const { signals, ...snapshot } = await ask<Snapshot & { signals: unknown[] }>({ ...whatIsNew, values })
      const isLate = snapshot.at - last.at > keptFor / 2
      last = snapshot
      return { signals, isLate }
    },
    /** To be called now and then, by every reader: it matters little who clears. */
    clear: async (): Promise<void> => {
      const [old, middle] = settled
      if (last.at - middle.at < keptFor) return
      settled = [middle, last]
      if (old === middle) return
      await client.query(clearAway, [old.next, old.underWay])
    },
  }
}
