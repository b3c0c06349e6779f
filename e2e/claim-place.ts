// Free ports and an empty folder for one run of the browser tests, so that runs and other programs never meet.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Rows of ports, below those that systems give to outgoing connections. */
const firstRow = 4310
const width = 64
/** How many of a row are listened on for TCP; what is behind them is the relay's, for UDP. */
const listening = 16

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer().listen({ port, host })
  await once(server, 'listening')
  return server
}

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/** On both addresses, since browsers take localhost for either; a machine without IPv6 has nobody on the second. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    try {
      ;(await listen(port, host)).close()
    } catch (error) {
      if (isTaken(error)) return false
    }
  }
  return true
}

/**
 * The first port of a row of which all are free. A server stays on it for as long as this process lives and so keeps the
 * row: some of its ports are first used minutes later, and no other run may take them before.
 */
async function claimRow(): Promise<number> {
  for (let first = firstRow; ; first += width) {
    const claim = await listen(first, '127.0.0.1').catch(error => {
      if (!isTaken(error)) throw error
    })
    if (!claim) continue
    const others = Array.from({ length: listening - 1 }, (_, index) => first + 1 + index)
    const free = await Promise.all(others.map(isFree))
    if (!free.includes(false)) {
      claim.unref()
      return first
    }
    claim.close()
  }
}

/** For the first process of a run; the others learn of the place through the environment. */
export async function claimPlace(): Promise<string> {
  const first = await claimRow()
  const dataDir = mkdtempSync(join(tmpdir(), 'perantau-e2e-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  return JSON.stringify({ first, dataDir })
}
