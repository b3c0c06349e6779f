// Claims free ports and an empty folder for one run of the browser tests, so that parallel runs do not conflict.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** First TCP port that a browser test run may claim. All claimed ports are below the ephemeral port range. */
const firstPort = 4310
const rowWidth = 64
/** Number of consecutive TCP ports that one test run claims. The ports after them are UDP ports for the TURN server. */
const tcpPortCount = 16

async function tryToListen(port: number, host: string): Promise<Server> {
  const server = createServer().listen({ port, host })
  await once(server, 'listening')
  return server
}

const isAddressInUseError = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/** Checks that a port is free on IPv4 and IPv6, because browsers may resolve localhost to either. */
async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    try {
      ;(await tryToListen(port, host)).close()
    } catch (error) {
      if (isAddressInUseError(error)) return false
    }
  }
  return true
}

/**
 * Returns the first port of a block of free ports. Because some ports of the block are used only minutes later, a
 * listener on the first port reserves the whole block while this process lives.
 */
async function claimRowOfPorts(): Promise<number> {
  for (let first = firstPort; ; first += rowWidth) {
    const claim = await tryToListen(first, '127.0.0.1').catch(error => {
      if (!isAddressInUseError(error)) throw error
    })
    if (!claim) continue
    const others = Array.from({ length: tcpPortCount - 1 }, (_, index) => first + 1 + index)
    const free = await Promise.all(others.map(isPortFree))
    if (!free.includes(false)) {
      claim.unref()
      return first
    }
    claim.close()
  }
}

/** Claims ports in the first process of a test run. Other processes read the ports from the environment. */
export async function claimPortsAndDataFolder(): Promise<string> {
  const first = await claimRowOfPorts()
  const dataDir = mkdtempSync(join(tmpdir(), 'perantau-e2e-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  return JSON.stringify({ first, dataDir })
}
