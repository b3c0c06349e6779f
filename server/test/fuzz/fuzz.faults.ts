import { expect, test } from 'vitest'
import { setUpFuzzer } from './fuzz.ts'
import { runSockets } from './fuzz-sockets.ts'
import { measureMemory, runUploads } from './fuzz-uploads.ts'

const { seed, fuzzer } = setUpFuzzer()

test('memory returns to within 50 MB of idle after 2,000 damaged uploads and 10,000 calls', async () => {
  // Modules and caches that are loaded once are not counted as growth.
  await runUploads(fuzzer, 40)
  await fuzzer.run(500)
  const idle = measureMemory()
  const { wrong, statuses } = await runUploads(fuzzer, 2000)
  expect(wrong, `FUZZ_SEED=${seed}`).toEqual([])
  expect(await fuzzer.run(10_000), `FUZZ_SEED=${seed}`).toEqual([])
  const grown = measureMemory() - idle
  console.log(`uploads ${JSON.stringify(statuses)}, memory grew by ${Math.round(grown)} MB`)
  expect(grown).toBeLessThan(50)
}, 1_800_000)

test('a hundred thousand calls made up from the declarations', async () => {
  expect(await fuzzer.run(100_000), `FUZZ_SEED=${seed}`).toEqual([])
}, 1_200_000)

test('and five thousand words over sockets', async () => {
  expect(await runSockets(fuzzer, seed, 5000), `FUZZ_SEED=${seed}`).toEqual([])
})
