// `FUZZ_SEED` repeats a run; `npm run test:faults` makes twenty times as many.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFuzzer } from './fuzz.ts'
import { runSockets } from './fuzz-sockets.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
let fuzzer: Awaited<ReturnType<typeof createFuzzer>>
beforeAll(async () => {
  fuzzer = await createFuzzer(seed)
})
afterAll(() => fuzzer?.stop())

test('five thousand calls made up from the declarations: no fault of ours, and no word too much', async () => {
  expect(await fuzzer.run(5000), `FUZZ_SEED=${seed}`).toEqual([])
}, 300_000)

test('and six hundred words over sockets: each is answered', async () => {
  expect(await runSockets(fuzzer, seed, 600), `FUZZ_SEED=${seed}`).toEqual([])
})
