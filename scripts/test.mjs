// npm test: everything a change has to pass, one line a step.
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, fail, runTool } = await import('./prepare.mjs')
const { browserSettings } = await import('./browser.mjs')
const { ensureOldestPostgres } = await import('./postgres.mjs')
const { scratchPlace } = await import('./scratch.mjs')
const { existsSync, mkdtempSync, readFileSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')

async function step(name, tool, args, options) {
  const start = Date.now()
  console.log(`▸ ${name}`)
  const { ok, output } = await runTool(tool, args, options)
  if (!ok) {
    if (output) console.error(output.trim())
    fail(`${name}: failed`)
  }
  console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

await ensureInstalled()
const browsers = await browserSettings()
const oldestPostgres = await ensureOldestPostgres()
const folder = mkdtempSync(join(tmpdir(), 'perantau-skipped-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const SKIPPED_TESTS = join(folder, 'skipped.txt')
const env = { ...process.env, ...scratchPlace(), SKIPPED_TESTS }
await Promise.all([
  step('format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  // Each checker works out what it needs of the libraries by itself: more of them than cores cost more than they save.
  step('types', 'typescript/bin/tsc', ['--checkers', '2']),
  step('unused code', 'knip/bin/knip.js', []),
  ensureBuilt(),
])
await step('unit and API tests', 'vitest/vitest.mjs', ['run'], {
  loud: true,
  env: { ...env, OLDEST_POSTGRES: oldestPostgres },
})
await step('browser tests', '@playwright/test/cli.js', ['test'], {
  loud: true,
  env: { ...env, ...browsers },
})
if (existsSync(SKIPPED_TESTS))
  console.log(`▸ skipped tests\n${readFileSync(SKIPPED_TESTS, 'utf8').trimEnd()}`)
