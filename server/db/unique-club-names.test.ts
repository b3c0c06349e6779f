import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { migrate, migrations } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.close())

test('the migration one-club-of-a-name adds numbers to the names of duplicate clubs, renames their groups and deletes nothing', async () => {
  const before = migrations.filter(({ name }) => !name.endsWith('one-club-of-a-name'))
  expect(before).toHaveLength(migrations.length - 1)
  await migrate(database.ownerUrl, { appRole: 'perantau', wanted: before })
  const client = await openDedicatedConnection(database.ownerUrl)
  await client.query(`
    insert into clubs (id, name, country, city) values
      (1, 'Kelab Osaka', 'Japan', null), (2, 'KELAB OSAKA', 'Japan', null), (3, 'Kelab Osaka', 'Japan', ''),
      (4, 'Kelab Osaka (2)', 'Japan', null), (5, 'Kelab Osaka', 'China', null), (6, 'Kelab Osaka', 'Japan', 'Osaka'),
      (7, 'Kelab Osaka', 'Japan', 'OSAKA'), (8, repeat('x', 200), 'Japan', null), (9, repeat('x', 200), 'Japan', null);
    insert into message_groups (name, type, club_id) select name, 'club', id from clubs;
    insert into users (id, username, email, full_name, club_id) values (1, 'a', 'a@contoh.my', 'A', 3)`)
  await migrate(database.ownerUrl, { appRole: 'perantau' })
  const { rows } = await client.query(
    'select c.id, c.name, g.name as "group" from clubs c join message_groups g on g.club_id = c.id order by c.id',
  )
  const names = [
    'Kelab Osaka',
    'KELAB OSAKA (3)',
    'Kelab Osaka (4)',
    'Kelab Osaka (2)',
    'Kelab Osaka',
    'Kelab Osaka',
    'Kelab Osaka (2)',
    'x'.repeat(200),
    `${'x'.repeat(190)} (2)`,
  ]
  expect(rows).toEqual(names.map((name, index) => ({ id: index + 1, name, group: name })))
  const auditLog = await client.query('select kind, target_id from audit_events order by id')
  expect(auditLog.rows).toEqual(['2', '3', '7', '9'].map(target_id => ({ kind: 'club.updated', target_id })))
  expect((await client.query('select club_id from users')).rows).toEqual([{ club_id: 3 }])
  await client.end()
})
