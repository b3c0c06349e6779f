import type { Query, SQL } from 'drizzle-orm'
import { type NodePgClient, NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'

/** Drizzle's SQL generator. All requests share one object, because it caches the names of columns. */
const dialect = new PgDialect({ casing: 'snake_case' })

/** Creates Drizzle's query builder for a pool or a connection. */
export function createQueryBuilder(client: NodePgClient): NodePgDatabase {
  return new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined)
}

export function compileSql(statement: SQL): Query {
  return dialect.sqlToQuery(statement)
}
