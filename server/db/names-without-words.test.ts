import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { migrate, migrations } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.close())

test('the migration names-without-words empties Malay placeholder names, such as those of erased users and direct messages', async () => {
  const before = migrations.filter(({ name }) => !name.endsWith('names-without-words'))
  expect(before).toHaveLength(migrations.length - 1)
  await migrate(database.ownerUrl, { appRole: 'perantau', wanted: before })
  const client = await openDedicatedConnection(database.ownerUrl)
  await client.query(`
    insert into users (id, username, email, full_name) values (1, 'a', 'a@contoh.my', 'Ali');
    insert into users (id, username, email, full_name, status, erased_at, merged_into) values
      (2, 'b', 'b@contoh.my', 'Bekas ahli', 'inactive', now(), null),
      (3, 'c', 'c@contoh.my', 'Ali', 'inactive', now(), 1);
    insert into clubs (id, name, country) values (1, 'Kelab Osaka', 'Japan');
    insert into message_groups (name, type, country, club_id, direct_key) values
      ('Perantau Sedunia', 'global', null, null, null), ('Japan', 'country', 'Japan', null, null),
      ('Kelab Osaka', 'club', null, 1, null), ('Perbualan peribadi', 'custom', null, null, '1:2'),
      ('Bertiga', 'custom', null, null, null)`)
  await migrate(database.ownerUrl, { appRole: 'perantau' })
  const people = await client.query('select full_name from users order by id')
  expect(people.rows.map(row => row.full_name)).toEqual(['Ali', '', 'Ali'])
  const groups = await client.query('select name from message_groups order by id')
  expect(groups.rows.map(row => row.name)).toEqual(['', '', 'Kelab Osaka', '', 'Bertiga'])
  await client.end()
})
