import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'

import { waysOf } from './pool-ways.ts'

const names = new Set<string>()

/** For what every call waits for: short enough that a database which hangs is reported as gone within two seconds. */
export const lookupTimeout = 1500

/**
 * A statement that is asked all the time: by its name PostgreSQL parses it once a connection, and soon plans it no more.
 * The driver keeps track of which connection of the pool knows it already. Made when its module is loaded, so that two
 * by one name stop the program at its start, and not the first connection that meets both.
 *
 * Names are given here and nowhere else. A pooler that lends a connection for one transaction (PgBouncer before 1.21) does
 * not keep them: then they are left out. The runner of jobs names its own, and is not connected through one.
 *
 * `patience`: how long to wait for the answer, in milliseconds; left out, as long as the pool does.
 */
export function prepared<Row extends QueryResultRow>(name: string, text: string, patience?: number) {
  if (names.has(name)) throw new Error(`two statements are called ${name}`)
  names.add(name)
  return (pool: Pool, values: unknown[]): Promise<QueryResult<Row>> =>
    pool.query<Row>({
      ...(!waysOf(pool).isNameless && { name }),
      text,
      values,
      query_timeout: patience,
    } as QueryConfig)
}
