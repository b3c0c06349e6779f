// Guarantees 26 to 28, as long as they were promised; the short forms are in faults.test.ts.
import { test } from 'vitest'
import { killUnderLoad, restartDatabaseUnderLoad } from '#server/test/chat-faults.ts'
import { setUpDatabase } from '#server/test/database.ts'

const database = setUpDatabase()

test('guarantee 26: kill -9 of the server twenty times while people talk, are let in, read in from lists and told', async () => {
  await killUnderLoad(database, 20, { errands: true })
})

test('guarantee 28: the database restarted ten times under load', async () => {
  await restartDatabaseUnderLoad(10)
})
