// Runs scripts/skipped.mjs as a reporter of a real Vitest run.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { root } from '#server/env.ts'

const tests = `
describe.skipIf(true)('a group call (needs Janus: apt-get install janus)', () => { it.each(['starts', 'ends'])('%s', () => {}) })
it('the chat client of the previous release connects to the server', context => context.skip(true, 'the commit is not in this clone'))
it.skip('a test that gives no reason', () => {})
it('a test without a skip condition runs', () => {})
`

test('the test reporter prints the number of skipped tests per file and reason at the end of a run', () => {
  const folder = join(inject('scratch'), randomUUID())
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'calls.test.js'), tests)
  const args = ['run', '--globals', '--root', folder, '--reporter', join(root, 'scripts/skipped.mjs')]
  const { PATH, HOME, TMPDIR } = process.env
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    {
      cwd: folder,
      env: { PATH, HOME, TMPDIR },
      encoding: 'utf8',
    },
  )
  expect(stdout.trim().split('\n'), stderr).toEqual([
    'Skipped tests:',
    '  2 in calls.test.js: needs Janus: apt-get install janus',
    '  1 in calls.test.js: the commit is not in this clone',
    '  1 in calls.test.js: no reason given',
  ])
})
