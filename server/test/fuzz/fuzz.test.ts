// Short fuzz runs for `npm test`, repeatable with FUZZ_SEED. `npm run test:faults` sends a hundred times as much.
import { expect, test } from 'vitest'
import { createFuzzerBeforeTests } from './fuzz.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { fuzzUploads } from './fuzz-uploads.ts'

const { seed, fuzzer } = createFuzzerBeforeTests()

test('1,000 requests generated from the endpoint declarations cause no server error and leak no internals', async () => {
  expect(await fuzzer.run(1000), `FUZZ_SEED=${seed}`).toEqual([])
}, 300_000)

test('300 generated socket events are all acknowledged without an internal error', async () => {
  expect(await fuzzSockets(fuzzer, seed, 300), `FUZZ_SEED=${seed}`).toEqual([])
})

test('40 damaged uploads are stored or refused, and none causes an internal server error', async () => {
  const { wrong, statuses } = await fuzzUploads(fuzzer, 40)
  expect(wrong, `FUZZ_SEED=${seed}`).toEqual([])
  expect(Object.keys(statuses).length, JSON.stringify(statuses)).toBeGreaterThan(1)
}, 300_000)
