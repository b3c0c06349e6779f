import type { Query, SQL } from 'drizzle-orm'
import { type NodePgClient, NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'

/** One for everybody: it remembers how the names of columns are spelled in SQL, and every call has a `Db` of its own. */
const dialect = new PgDialect({ casing: 'snake_case' })

/** Drizzle's statements by a pool or a connection. */
export function statementsOver(client: NodePgClient): NodePgDatabase {
  return new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined)
}

export function toText(statement: SQL): Query {
  return dialect.sqlToQuery(statement)
}
