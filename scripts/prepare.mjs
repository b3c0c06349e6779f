// Installs and builds what is missing, and nothing else: both steps leave a stamp of what they were made from.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export function say(text) {
  console.log(`▸ ${text}`)
}

export function fail(text) {
  console.error(`✖ ${text}`)
  process.exit(1)
}

/** Runs a program in the checkout; its output is shown only when it fails, unless `loud`. */
export function run(command, args, { loud = false, env = process.env } = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: loud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', chunk => {
      output += chunk
    })
    child.stderr?.on('data', chunk => {
      output += chunk
    })
    child.on('error', error => resolve({ ok: false, output: error.message }))
    child.on('close', code => resolve({ ok: code === 0, output }))
  })
}

/** A program of node_modules, run by this same Node. */
export function runTool(tool, args, options) {
  return run(process.execPath, [join(root, 'node_modules', ...tool.split('/')), ...args], options)
}

function filesUnder(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.flatMap(entry => {
    const child = `${path}/${entry.name}`
    return entry.isDirectory() ? filesUnder(child) : [child]
  })
}

function fingerprint(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files.sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function isStamped(path, stamp) {
  const file = join(root, path)
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

export async function ensureInstalled() {
  const stamp = fingerprint(['package-lock.json'])
  if (isStamped('node_modules/.perantau-stamp', stamp)) return
  say('Installing packages (a minute or two, only this once) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const { ok, output } = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  if (!ok) {
    console.error(output.trim())
    fail('The packages could not be installed. Check the network and run the command again.')
  }
  writeFileSync(join(root, 'node_modules/.perantau-stamp'), stamp)
}

export async function ensureBuilt() {
  const sources = ['shared', 'server', 'web', 'docs/panduan']
    .flatMap(filesUnder)
    .filter(file => !file.includes('.test.'))
  const stamp = fingerprint([...sources, 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts'])
  if (isStamped('dist/.stamp', stamp)) return
  say('Building …')
  const vite = 'vite/bin/vite.js'
  // Whoever asks for it, a test runner included: what is built is what people get.
  const env = { ...process.env, NODE_ENV: 'production' }
  const results = await Promise.all([
    runTool(vite, ['build', '--logLevel', 'error'], { env }),
    runTool(vite, ['build', '--config', 'vite.server.config.ts', '--logLevel', 'error'], { env }),
  ])
  for (const { ok, output } of results) {
    if (!ok) {
      console.error(output.trim())
      fail('The build failed; the lines above say where.')
    }
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/.stamp'), stamp)
}
