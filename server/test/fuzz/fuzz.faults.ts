// Long fuzz runs for `npm run test:faults`: 100,000 requests, 5,000 socket events, and a check of the memory used.
import { expect, test } from 'vitest'
import { createFuzzerBeforeTests } from './fuzz.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { fuzzUploads, measureProcessMemory } from './fuzz-uploads.ts'

const { seed, fuzzer } = createFuzzerBeforeTests()

test('after 2,000 damaged uploads and 10,000 requests the server uses less than 50 MB more memory than before', async () => {
  // A first run fills modules and caches, whose memory must not be counted as growth.
  await fuzzUploads(fuzzer, 40)
  await fuzzer.run(500)
  const idle = measureProcessMemory()
  const { wrong, statuses } = await fuzzUploads(fuzzer, 2000)
  expect(wrong, `FUZZ_SEED=${seed}`).toEqual([])
  expect(await fuzzer.run(10_000), `FUZZ_SEED=${seed}`).toEqual([])
  const growthMb = measureProcessMemory() - idle
  console.log(`uploads ${JSON.stringify(statuses)}, memory grew by ${Math.round(growthMb)} MB`)
  expect(growthMb).toBeLessThan(50)
}, 1_800_000)

test('100,000 requests generated from the endpoint declarations cause no server error and leak no internals', async () => {
  expect(await fuzzer.run(100_000), `FUZZ_SEED=${seed}`).toEqual([])
}, 1_200_000)

test('5,000 generated socket events are all acknowledged without an internal error', async () => {
  expect(await fuzzSockets(fuzzer, seed, 5000), `FUZZ_SEED=${seed}`).toEqual([])
})
