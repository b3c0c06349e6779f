// npm run test:faults: the faults under load that take minutes, on what is built.
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, fail, runTool } = await import('./prepare.mjs')

await ensureInstalled()
await ensureBuilt()
const args = ['run', '--config', 'vitest.faults.config.ts']
const { ok } = await runTool('vitest/vitest.mjs', args, { loud: true })
if (!ok) fail('faults: failed')
