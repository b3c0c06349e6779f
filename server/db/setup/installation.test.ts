import { expect, test } from 'vitest'
import { getSecretKeyPath } from '#server/secret.ts'
import { buildTestSettings } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { loadAndVerifySecretKey } from './installation.ts'

const database = setUpDatabase()

test('startup fails when the secret key is not the one with which the database was written, and the error names SECRET_KEY or the key file', async () => {
  await loadAndVerifySecretKey(database.db, buildTestSettings())
  const otherSettings = buildTestSettings()
  const fileMessage = `${getSecretKeyPath(otherSettings.DATA_DIR)} is not the key this database was written with`
  await expect(loadAndVerifySecretKey(database.db, otherSettings)).rejects.toThrow(fileMessage)
  const settingsWithKey = buildTestSettings({ SECRET_KEY: 'kunci-lain-0123456789-abcdefghijklmnop' })
  await expect(loadAndVerifySecretKey(database.db, settingsWithKey)).rejects.toThrow(
    'SECRET_KEY is not the key',
  )
})
