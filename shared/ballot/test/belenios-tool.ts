// Runs belenios-tool 2.5.1, an independent implementation, if it is installed (BELENIOS_TOOL or PATH).
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const command = process.env.BELENIOS_TOOL ?? 'belenios-tool'

function isRightVersion(): boolean {
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
  return stdout?.startsWith('2.5.1') ?? false
}

/** True when belenios-tool is installed in the version that supports the group Ed25519. */
export const hasBeleniosTool: boolean = isRightVersion()

/** Calls `work` with a temporary folder, which is deleted afterwards. */
export function runInTemporaryFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'belenios-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs belenios-tool and returns its output. */
export function runBeleniosTool(folder: string, args: string[], input = ''): string {
  return execFileSync(command, args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, BELENIOS_USE_URANDOM: '1' },
  })
}

/** True when `belenios-tool election verify` accepts the election archive. */
export function doesBeleniosAcceptArchive(uuid: string, archive: Uint8Array): boolean {
  return runInTemporaryFolder(folder => {
    writeFileSync(join(folder, `${uuid}.bel`), archive)
    return spawnSync(command, ['election', 'verify', '--dir', folder], { stdio: 'ignore' }).status === 0
  })
}
