// Guarantees 26 to 28, as long as they were promised; the short forms are in faults.test.ts.
import { test } from 'vitest'
import { killUnderLoad, restartDatabaseUnderLoad } from '#server/test/chat-faults.ts'
import { setUpDatabase } from '#server/test/database.ts'

const database = setUpDatabase()

test('guarantee 26: kill -9 of the server twenty times under load', async () => {
  await killUnderLoad(database, 20)
})

test('guarantee 28: the database restarted ten times under load', async () => {
  await restartDatabaseUnderLoad(10)
})
