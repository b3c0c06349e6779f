import pg from 'pg'
import { besideIt, port } from './place.ts'

/** Behind the program's back, as only whoever runs the server can. */
export async function query<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: besideIt(port).DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<Row>(statement, values)
  await client.end()
  return rows
}

/** As if this person had signed in, and proved anything, some time ago. */
export const letTimePass = (email: string) =>
  query(
    `update sessions set created_at = created_at - interval '11 minutes', confirmed_at = confirmed_at - interval '11 minutes'
      where user_id = (select id from users where email = $1)`,
    [email],
  )
