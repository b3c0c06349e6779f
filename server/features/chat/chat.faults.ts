// Long fault-injection tests for guarantees 26 to 28 of docs/guarantees.md. Short versions run in faults.built.test.ts.
import { test } from 'vitest'
import { killServerUnderLoad, restartDatabaseUnderLoad } from '#server/test/chat/chat-under-faults.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'

const database = setUpDatabase()

test('guarantee 26: no acknowledged message, approval, import or announcement is lost when the server is killed twenty times', async () => {
  await killServerUnderLoad(database, 20, { errands: true })
})

test('guarantee 28: no message is lost when the database restarts ten times under load', async () => {
  await restartDatabaseUnderLoad(10)
})
