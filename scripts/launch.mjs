// npm start, admin, backup, restore, check-backup: prepares the checkout and runs the named server program.
import './node-version.mjs'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { ensureBuilt, ensureInstalled, root } = await import('./prepare.mjs')
const [program, ...args] = process.argv.slice(2)
const entry = new URL(`dist/server/${program}.js`, `file://${root}`)

// An operator command may run beside a server started from this build, so it must not replace packages or files.
if (program === 'main' || !existsSync(fileURLToPath(entry))) {
  await ensureInstalled()
  await ensureBuilt()
}

// npm forwards signals unless npm itself is killed with SIGKILL. In that case the server stops by itself.
if (process.env.npm_lifecycle_event) {
  const parentPid = process.ppid
  setInterval(() => process.ppid !== parentPid && process.kill(process.pid, 'SIGTERM'), 250).unref()
}

process.argv.splice(1, process.argv.length, program, ...args)
await import(entry.href)
