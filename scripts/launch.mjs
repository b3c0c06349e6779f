// npm start, admin, backup, restore, check-backup: prepares the checkout, then runs the named program of the server.
import './node-version.mjs'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { ensureBuilt, ensureInstalled, root } = await import('./prepare.mjs')
const [program, ...args] = process.argv.slice(2)
const entry = new URL(`dist/server/${program}.js`, `file://${root}`)

// An operator's command runs beside a server that was started from this build: it must not replace packages or files.
if (program === 'main' || !existsSync(fileURLToPath(entry))) {
  await ensureInstalled()
  await ensureBuilt()
}

// npm passes an ordinary signal on, but cannot when it is killed outright; its child then stops as if told to.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && process.kill(process.pid, 'SIGTERM'), 250).unref()
}

process.argv.splice(1, process.argv.length, program, ...args)
await import(entry.href)
