import { expect, test } from 'vitest'
import { secretFile } from '#server/secret.ts'
import { testSettings } from '#server/test/app.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { openSecret } from './installation.ts'

const database = setUpDatabase()

test('another key is refused by the name of where it comes from', async () => {
  await openSecret(database.db, testSettings())
  const elsewhere = testSettings()
  const inFile = `${secretFile(elsewhere.DATA_DIR)} is not the key this database was written with`
  await expect(openSecret(database.db, elsewhere)).rejects.toThrow(inFile)
  const given = testSettings({ SECRET_KEY: 'kunci-lain-0123456789-abcdefghijklmnop' })
  await expect(openSecret(database.db, given)).rejects.toThrow('SECRET_KEY is not the key')
})
