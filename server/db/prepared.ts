import { fillPlaceholders, type SQL } from 'drizzle-orm'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import type { Db } from './client.ts'
import { toText } from './statements.ts'

const names = new Set<string>()

/**
 * A statement that is asked all the time: by its name PostgreSQL parses it once a connection, and soon plans it no more.
 * The driver keeps track of which connection of the pool knows it already. Made when its module is loaded, so that two
 * by one name stop the program at its start, and not the first connection that meets both.
 *
 * Names are given here and nowhere else. The runner of jobs names its own, and is not connected through a pooler.
 */
export function prepared<Row extends QueryResultRow>(name: string, text: string) {
  if (names.has(name)) throw new Error(`two statements are called ${name}`)
  names.add(name)
  return (pool: Pick<Pool, 'query'>, values: unknown[]): Promise<QueryResult<Row>> =>
    pool.query<Row>({ name, text, values })
}

/**
 * The same for one that comes in several shapes: each is built when it is first asked for, with a placeholder for
 * whatever changes from one call to the next. Every connection keeps every shape: there must be few of them.
 */
export function preparedShapes<Row extends QueryResultRow>(name: string) {
  type Statement = { ask: ReturnType<typeof prepared<Row>>; params: unknown[] }
  const statements = new Map<string, Statement>()
  return async (db: Db, shape: string, build: () => SQL, values: Record<string, unknown>): Promise<Row[]> => {
    let statement = statements.get(shape)
    if (!statement) {
      const { sql: text, params } = toText(build())
      statement = { ask: prepared<Row>(`${name} ${shape}`, text), params }
      statements.set(shape, statement)
    }
    const { rows } = await statement.ask(db.source, fillPlaceholders(statement.params, values))
    return rows
  }
}
