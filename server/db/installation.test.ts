import { expect, test } from 'vitest'
import { secretFile } from '#server/secret.ts'
import { testSettings } from '#server/test/app.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { openSecret } from './installation.ts'

const database = setUpDatabase()

test('startup fails when the key differs from the one of the database, and names SECRET_KEY or the key file', async () => {
  await openSecret(database.db, testSettings())
  const otherSettings = testSettings()
  const fileMessage = `${secretFile(otherSettings.DATA_DIR)} is not the key this database was written with`
  await expect(openSecret(database.db, otherSettings)).rejects.toThrow(fileMessage)
  const settingsWithKey = testSettings({ SECRET_KEY: 'kunci-lain-0123456789-abcdefghijklmnop' })
  await expect(openSecret(database.db, settingsWithKey)).rejects.toThrow('SECRET_KEY is not the key')
})
