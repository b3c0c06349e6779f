import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFuzzer } from './fuzz.ts'
import { runSockets } from './fuzz-sockets.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
let fuzzer: Awaited<ReturnType<typeof createFuzzer>>
beforeAll(async () => {
  fuzzer = await createFuzzer(seed)
})
afterAll(() => fuzzer?.stop())

test('a hundred thousand calls made up from the declarations', async () => {
  expect(await fuzzer.run(100_000, 16), `FUZZ_SEED=${seed}`).toEqual([])
})

test('and five thousand words over sockets', async () => {
  expect(await runSockets(fuzzer, seed, 5000), `FUZZ_SEED=${seed}`).toEqual([])
})
