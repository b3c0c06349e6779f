// `FUZZ_SEED` repeats a run; `npm run test:faults` makes twenty times as many.
import { expect, test } from 'vitest'
import { setUpFuzzer } from './fuzz.ts'
import { runSockets } from './fuzz-sockets.ts'
import { runUploads } from './fuzz-uploads.ts'

const { seed, fuzzer } = setUpFuzzer()

test('five thousand calls made up from the declarations: no fault of ours, and no word too much', async () => {
  expect(await fuzzer.run(5000), `FUZZ_SEED=${seed}`).toEqual([])
}, 300_000)

test('and six hundred words over sockets: each is answered', async () => {
  expect(await runSockets(fuzzer, seed, 600), `FUZZ_SEED=${seed}`).toEqual([])
})

test('a hundred and twenty damaged uploads are stored or refused, and none fails with a fault of the server', async () => {
  const { wrong, statuses } = await runUploads(fuzzer, 120)
  expect(wrong, `FUZZ_SEED=${seed}`).toEqual([])
  expect(Object.keys(statuses).length, JSON.stringify(statuses)).toBeGreaterThan(2)
}, 300_000)
