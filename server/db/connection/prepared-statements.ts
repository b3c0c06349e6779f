import { fillPlaceholders, type SQL } from 'drizzle-orm'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import type { Db } from './client.ts'
import { compileSql } from './query-builder.ts'

const names = new Set<string>()

/**
 * Declares a named prepared statement: PostgreSQL parses it once per connection and soon caches its plan. The driver
 * tracks which connections of the pool have prepared the statement. Statements are declared when their module loads, so
 * a duplicate name stops the server at startup. Only this function names statements, apart from the job runner, which
 * bypasses the pooler.
 */
export function prepareStatement<Row extends QueryResultRow>(name: string, text: string) {
  if (names.has(name)) throw new Error(`two statements are called ${name}`)
  names.add(name)
  return (pool: Pick<Pool, 'query'>, values: unknown[]): Promise<QueryResult<Row>> =>
    pool.query<Row>({ name, text, values })
}

/**
 * Declares a prepared statement with several variants, each built on first use with placeholders for its values. Every
 * connection keeps the plans of all variants, so there must be few of them.
 */
export function declarePreparedStatementWithVariants<Row extends QueryResultRow>(name: string) {
  type Statement = { ask: ReturnType<typeof prepareStatement<Row>>; params: unknown[] }
  const statements = new Map<string, Statement>()
  return async (db: Db, shape: string, build: () => SQL, values: Record<string, unknown>): Promise<Row[]> => {
    let statement = statements.get(shape)
    if (!statement) {
      const { sql: text, params } = compileSql(build())
      statement = { ask: prepareStatement<Row>(`${name} ${shape}`, text), params }
      statements.set(shape, statement)
    }
    const { rows } = await statement.ask(db.source, fillPlaceholders(statement.params, values))
    return rows
  }
}
