// npm start, admin, backup, restore: makes the checkout ready, then becomes the named program of the server.
import './node-version.mjs'

const { ensureBuilt, ensureInstalled, root } = await import('./prepare.mjs')
await ensureInstalled()
await ensureBuilt()

// npm passes an ordinary signal on, but cannot when it is killed outright; its child then stops as if told to.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && process.kill(process.pid, 'SIGTERM'), 250).unref()
}

const [program, ...args] = process.argv.slice(2)
process.argv.splice(1, process.argv.length, program, ...args)
await import(new URL(`dist/server/${program}.js`, `file://${root}`).href)
