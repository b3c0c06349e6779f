// Installs packages and builds client and server, but only what is missing.
// npm records the installed packages, and a build writes a stamp (hash of its sources).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export function printStep(text) {
  console.log(`▸ ${text}`)
}

export function exitWithError(text) {
  console.error(`✖ ${text}`)
  process.exit(1)
}

/** Runs a program in the checkout. Its output is shown only if it fails, unless `loud` is set. */
export function runCommand(command, args, { loud = false, env = process.env } = {}) {
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

/** Runs a tool from node_modules with the current Node. */
export function runTool(tool, args, options) {
  return runCommand(process.execPath, [join(root, 'node_modules', ...tool.split('/')), ...args], options)
}

function listFiles(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.flatMap(entry => {
    const child = `${path}/${entry.name}`
    return entry.isDirectory() ? listFiles(child) : [child]
  })
}

function hashFiles(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files.sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Whether a package is needed on this platform. Optional packages without a platform may be absent everywhere. */
function isPackageNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

/** Compares package-lock.json with the record that `npm ci` and `npm install` write when they have finished. */
function areAllPackagesInstalled() {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(join(root, record))) return false
  const installed = readJson(record).packages
  const { '': _checkout, ...wanted } = readJson('package-lock.json').packages
  return Object.entries(wanted).every(
    ([path, entry]) => !isPackageNeeded(entry) || installed[path]?.version === entry.version,
  )
}

export async function ensureInstalled() {
  if (areAllPackagesInstalled()) return
  printStep('Installing packages (a minute or two, only this once) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const { ok, output } = npm
    ? await runCommand(process.execPath, [npm, ...args])
    : await runCommand('npm', args)
  if (!ok) {
    console.error(output.trim())
    exitWithError('The packages could not be installed. Check the network and run the command again.')
  }
}

/** The two parts of a build, client and server. Each has its own stamp, so that API tests need not build the client. */
const halves = {
  client: {
    sources: ['shared', 'web', 'texts', 'docs/guide'],
    // The service worker lists the files of the client, so it is built after the client.
    configs: ['vite.config.ts', 'vite.worker.config.ts'],
  },
  server: { sources: ['shared', 'server', 'texts'], configs: ['vite.server.config.ts'] },
}

const getStampFile = half => join(root, `dist/${half}.stamp`)

function hashSources(half) {
  const { sources, configs } = halves[half]
  const files = sources
    .flatMap(listFiles)
    .filter(file => !file.includes('.test.') && !file.includes('texts/compiled/'))
  return hashFiles([...files, ...configs, 'package-lock.json'])
}

async function runVite(config) {
  // A caller may run under another NODE_ENV, for example a test runner.
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = ['build', '--config', config, '--logLevel', 'error']
  const { ok, output } = await runTool('vite/bin/vite.js', args, { env })
  if (ok) return
  console.error(output.trim())
  exitWithError('The build failed; the lines above say where.')
}

async function buildClientOrServer(half) {
  const stamp = hashSources(half)
  // The old stamp is removed first, so that an interrupted build is not taken for a finished one.
  rmSync(getStampFile(half), { force: true })
  for (const config of halves[half].configs) await runVite(config)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(getStampFile(half), stamp)
}

export async function buildClientAndServer(names = Object.keys(halves)) {
  printStep(`Building ${names.join(' and ')} …`)
  await Promise.all(names.map(buildClientOrServer))
}

export async function ensureBuilt(names = Object.keys(halves)) {
  const isBuildUpToDate = half =>
    existsSync(getStampFile(half)) && readFileSync(getStampFile(half), 'utf8') === hashSources(half)
  const missing = names.filter(half => !isBuildUpToDate(half))
  if (missing.length > 0) await buildClientAndServer(missing)
}
