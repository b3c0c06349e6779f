import pg from 'pg'
import { buildServerEnvironmentVariables, port } from './ports.ts'

/** Runs SQL directly on the tested server's database, as only the server's operator can. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: buildServerEnvironmentVariables(port).DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<Row>(statement, values)
  await client.end()
  return rows
}

/** Makes the user's last sign-in and re-authentication 11 minutes old, which is too old for sensitive actions. */
export const makeSessionOld = (email: string) =>
  queryDatabase(
    `update sessions set created_at = created_at - interval '11 minutes', confirmed_at = confirmed_at - interval '11 minutes'
      where user_id = (select id from users where email = $1)`,
    [email],
  )
