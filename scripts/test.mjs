// npm test: runs every check that a change must pass and prints one line per step.
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, exitWithError, runTool } = await import('./prepare.mjs')
const { findBrowserPaths } = await import('./browser.mjs')
const { ensureOldestPostgres } = await import('./postgres.mjs')
const { createScratchFolder } = await import('./scratch.mjs')
const { existsSync, mkdtempSync, readFileSync, rmSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join } = await import('node:path')

async function runCheck(name, tool, args, options) {
  const start = Date.now()
  console.log(`▸ ${name}`)
  const { ok, output } = await runTool(tool, args, options)
  if (!ok) {
    if (output) console.error(output.trim())
    exitWithError(`${name}: failed`)
  }
  console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

await ensureInstalled()
await import('./compile-texts.mjs')
const browsers = await findBrowserPaths()
const oldestPostgres = await ensureOldestPostgres()
const folder = mkdtempSync(join(tmpdir(), 'perantau-skipped-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const SKIPPED_TESTS = join(folder, 'skipped.txt')
const env = { ...process.env, ...createScratchFolder(), SKIPPED_TESTS }
await Promise.all([
  runCheck('format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  // Each type checker loads all libraries, so more checkers than CPU cores would be slower.
  runCheck('types', 'typescript/bin/tsc', ['--checkers', '2']),
  runCheck('unused code', 'knip/bin/knip.js', []),
  ensureBuilt(),
])
await runCheck('unit and API tests', 'vitest/vitest.mjs', ['run'], {
  loud: true,
  env: { ...env, OLDEST_POSTGRES: oldestPostgres },
})
await runCheck('browser tests', '@playwright/test/cli.js', ['test'], {
  loud: true,
  env: { ...env, ...browsers },
})
if (existsSync(SKIPPED_TESTS))
  console.log(`▸ skipped tests\n${readFileSync(SKIPPED_TESTS, 'utf8').trimEnd()}`)
