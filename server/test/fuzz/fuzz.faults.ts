import { expect, test } from 'vitest'
import { setUpFuzzer } from './fuzz.ts'
import { runSockets } from './fuzz-sockets.ts'

const { seed, fuzzer } = setUpFuzzer()

test('a hundred thousand calls made up from the declarations', async () => {
  expect(await fuzzer.run(100_000), `FUZZ_SEED=${seed}`).toEqual([])
}, 1_200_000)

test('and five thousand words over sockets', async () => {
  expect(await runSockets(fuzzer, seed, 5000), `FUZZ_SEED=${seed}`).toEqual([])
})
