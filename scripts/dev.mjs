// npm run dev: serves the client with hot reload on its own port; rebuilds and restarts the server on every change.
import './node-version.mjs'
import { spawn } from 'node:child_process'

const { ensureBuilt, ensureInstalled, root } = await import('./prepare.mjs')
await ensureInstalled()
await ensureBuilt()

const port = Number(process.env.PORT ?? 3000)
const clientUrl = `http://localhost:${port + 1}`
const vite = 'node_modules/vite/bin/vite.js'
// PUBLIC_URL is the URL of the dev server, so that the Origin check of the server accepts its pages.
const env = { ...process.env, PORT: String(port), PUBLIC_URL: process.env.PUBLIC_URL ?? clientUrl }

const children = [
  [vite, 'build', '--config', 'vite.server.config.ts', '--watch', '--logLevel', 'warn'],
  ['--watch-path=dist/server', 'dist/server/main.js'],
  [vite, '--port', String(port + 1), '--strictPort'],
].map(args => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }))

const stopServers = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stopServers)
process.on('SIGTERM', stopServers)
for (const child of children) child.on('exit', stopServers)
