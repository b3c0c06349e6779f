// Builds the previous release from the Git history, for tests of rolling restarts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/env.ts'

/** Older release that the rolling restart test starts with. Update version and commit with every release. */
export const previousRelease = { version: '0.1.0', commit: '87e2831953e0372648736b7e1be8c5faf1e12c96' }

/** Runs a command and waits for its end. When the command fails, the error message contains its output. */
function runCommand(cwd: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd, stdio: 'pipe', env: { ...process.env, NODE_ENV: '' } })
}

/** Reason why the previous release cannot be built from this checkout; undefined when it can be built. */
export function explainMissingPreviousRelease(): string | undefined {
  const { version, commit } = previousRelease
  try {
    runCommand(root, 'git', 'cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return `commit ${commit} (release ${version}) is not in this clone. Run \`git fetch --unshallow\`, or use a full clone`
  }
}

/**
 * Exports and builds the previous release in `folder`. Uses the installed packages when both lock files are the same;
 * otherwise installs the packages of the previous release, which needs the npm registry.
 */
export function buildPreviousRelease(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'source.tar')
  runCommand(root, 'git', 'archive', '--output', archive, previousRelease.commit)
  runCommand(folder, 'tar', '-xf', archive)
  rmSync(archive)
  const readLockFile = (checkout: string) => readFileSync(join(checkout, 'package-lock.json'), 'utf8')
  if (readLockFile(folder) === readLockFile(root))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  else runCommand(folder, 'npm', 'ci', '--include=dev', '--include=optional', '--loglevel=error')
  runCommand(folder, 'npm', 'run', 'build')
}
