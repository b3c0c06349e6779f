import type { Query, SQL } from 'drizzle-orm'
import { type NodePgClient, NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'

/** SQL dialect object of Drizzle. All requests use the same object, because it caches column names. */
const dialect = new PgDialect({ casing: 'snake_case' })

/** Creates Drizzle's query builder for a pool or a connection. */
export function createQueryBuilder(client: NodePgClient): NodePgDatabase {
  return new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined)
}

export function compileSql(statement: SQL): Query {
  return dialect.sqlToQuery(statement)
}
