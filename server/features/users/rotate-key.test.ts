// Guarantee 34: the key can be changed, and nobody is lost on the way.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { connect } from '#server/db/client.ts'
import { openSecret } from '#server/db/installation.ts'
import { users } from '#server/db/schema/core.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { openKey, sealKey } from '#server/identity/two-factor.service.ts'
import { secretFrom } from '#server/secret.ts'
import { testSettings } from '#server/test/app.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { buildUser } from '#server/test/factories.ts'
import { openIcNumber, sealIcNumber } from './person.service.ts'
import { rotateKey } from './rotate-key.service.ts'

const database = setUpDatabase()
const [first, second] = [
  secretFrom('kunci pertama yang panjang dan rahsia'),
  secretFrom('kunci kedua yang lain pula'),
]

async function addPerson(icNumber: string) {
  const user = await buildUser(database.db)
  const { icEncrypted, icHash } = sealIcNumber(first, user.id, icNumber)
  await database.db.update(users).set({ icEncrypted, icHash }).where(eq(users.id, user.id))
  return user.id
}

describe('changing the key', () => {
  test('refuses while an instance runs, changes all, or none when one number does not open', async () => {
    const settings = testSettings({ SECRET_KEY: 'kunci pertama yang panjang dan rahsia' })
    await openSecret(database.db, settings)
    const ids = [await addPerson('990101-14-5678'), await addPerson('880808-08-8888')]
    await buildUser(database.db)
    const [owner = 0] = ids
    await database.db.insert(twoFactor).values({ userId: owner, secret: sealKey(first, owner, 'ABCDEFGH') })
    const own = connect(database.appUrl, { max: 1 })
    const read = () => own.db.select().from(users).orderBy(users.id)
    const seal = (sealed: Buffer | null | undefined) =>
      own.pool.query('update users set ic_encrypted = $1 where id = $2', [sealed, ids[1]])
    await expect(rotateKey(own.db, first, second)).rejects.toThrow('Stop every running instance')
    await own.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const before = await read()
    await seal(Buffer.from('rosak'))
    await expect(rotateKey(own.db, first, second)).rejects.toThrow(`number of user ${ids[1]} cannot be read`)
    expect((await read())[0]).toEqual(before[0])
    await seal(before[1]?.icEncrypted)

    expect(await rotateKey(own.db, first, second)).toBe(2)
    const after = await read()
    expect(after.slice(0, 2).map(row => openIcNumber(second, row.id, row.icEncrypted as Buffer))).toEqual([
      '990101145678',
      '880808088888',
    ])
    const [app] = await own.db.select().from(twoFactor)
    expect(openKey(second, owner, app?.secret as Buffer)).toBe('ABCDEFGH')
    expect(after[0]?.icHash).toEqual(second.hash('990101145678'))
    expect(() => openIcNumber(first, ids[0] as number, after[0]?.icEncrypted as Buffer)).toThrow()
    await expect(openSecret(own.db, settings)).rejects.toThrow('not the key this database was written with')
    await own.close()
  })
})
