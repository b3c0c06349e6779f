// `FUZZ_SEED` repeats a run; `npm run test:faults` makes twenty times as many.
import { expect, test } from 'vitest'
import { setUpFuzzer } from './fuzz.ts'
import { runSockets } from './fuzz-sockets.ts'

const { seed, fuzzer } = setUpFuzzer()

test('five thousand calls made up from the declarations: no fault of ours, and no word too much', async () => {
  expect(await fuzzer.run(5000), `FUZZ_SEED=${seed}`).toEqual([])
}, 300_000)

test('and six hundred words over sockets: each is answered', async () => {
  expect(await runSockets(fuzzer, seed, 600), `FUZZ_SEED=${seed}`).toEqual([])
})
