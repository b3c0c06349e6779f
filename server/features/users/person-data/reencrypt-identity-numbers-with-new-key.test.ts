// Guarantee 34 of docs/guarantees.md: rotating the encryption key keeps all encrypted data readable.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openConnectionPool } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import { twoFactor } from '#server/db/schema/second-factor.ts'
import { loadAndVerifySecretKey } from '#server/db/setup/installation.ts'
import { decryptTotpKey, encryptTotpKey } from '#server/identity/two-factor.service.ts'
import { deriveSecret } from '#server/secret.ts'
import { buildTestSettings } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { decryptIdentityNumber, encryptIdentityNumber } from './person.service.ts'
import { reencryptIdentityNumbersWithNewKey } from './reencrypt-identity-numbers-with-new-key.service.ts'

const database = setUpDatabase()
const [oldSecret, newSecret] = [
  deriveSecret('kunci pertama yang panjang dan rahsia'),
  deriveSecret('kunci kedua yang lain pula'),
]

async function buildUserWithIcNumber(icNumber: string) {
  const user = await buildUser(database.db)
  const { icEncrypted, icHash } = encryptIdentityNumber(oldSecret, user.id, icNumber)
  await database.db.update(users).set({ icEncrypted, icHash }).where(eq(users.id, user.id))
  return user.id
}

describe('reencryptIdentityNumbersWithNewKey', () => {
  test('key rotation re-encrypts all identity numbers, but fails while a server runs or when a number cannot be decrypted', async () => {
    const settings = buildTestSettings({ SECRET_KEY: 'kunci pertama yang panjang dan rahsia' })
    await loadAndVerifySecretKey(database.db, settings)
    const ids = [await buildUserWithIcNumber('990101-14-5678'), await buildUserWithIcNumber('880808-08-8888')]
    await buildUser(database.db)
    const [owner = 0] = ids
    await database.db
      .insert(twoFactor)
      .values({ userId: owner, secret: encryptTotpKey(oldSecret, owner, 'ABCDEFGH') })
    const connection = openConnectionPool(database.appUrl, { max: 1 })
    const readUsers = () => connection.db.select().from(users).orderBy(users.id)
    const storeCiphertext = (ciphertext: Buffer | null | undefined) =>
      connection.pool.query('update users set ic_encrypted = $1 where id = $2', [ciphertext, ids[1]])
    await expect(reencryptIdentityNumbersWithNewKey(connection.db, oldSecret, newSecret)).rejects.toThrow(
      'Stop every running instance',
    )
    await connection.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const before = await readUsers()
    await storeCiphertext(Buffer.from('rosak'))
    await expect(reencryptIdentityNumbersWithNewKey(connection.db, oldSecret, newSecret)).rejects.toThrow(
      `number of user ${ids[1]} cannot be read`,
    )
    expect((await readUsers())[0]).toEqual(before[0])
    await storeCiphertext(before[1]?.icEncrypted)

    expect(await reencryptIdentityNumbersWithNewKey(connection.db, oldSecret, newSecret)).toBe(2)
    const after = await readUsers()
    expect(
      after.slice(0, 2).map(row => decryptIdentityNumber(newSecret, row.id, row.icEncrypted as Buffer)),
    ).toEqual(['990101145678', '880808088888'])
    const [app] = await connection.db.select().from(twoFactor)
    expect(decryptTotpKey(newSecret, owner, app?.secret as Buffer)).toBe('ABCDEFGH')
    expect(after[0]?.icHash).toEqual(newSecret.hash('990101145678'))
    expect(() =>
      decryptIdentityNumber(oldSecret, ids[0] as number, after[0]?.icEncrypted as Buffer),
    ).toThrow()
    await expect(loadAndVerifySecretKey(connection.db, settings)).rejects.toThrow(
      'not the key this database was written with',
    )
    await connection.close()
  })
})
