// Uploads are parsed in child processes: a malicious file can crash a parser process, but not the server.
// A parser process has no environment variables, can read only the server's code and is killed above a memory limit.
// Decision 046 (docs/decisions) gives the reasons for storing uploads privately and parsing them in child processes.
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { createSemaphore } from '#server/concurrency/semaphore.ts'
import { root } from '#server/env.ts'
import { AppError, unavailable } from '#server/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { errorTexts } from '#texts/errors.ts'
import { type ParserTask, readFrames, writeLengthPrefixedFrame } from './frames.ts'

interface Limits {
  /** Maximum number of parser processes. */
  processes: number
  /** Maximum number of uploads that wait for a parser process. Further uploads fail with 503. */
  maxQueueLength: number
  /** Maximum time in milliseconds that an upload waits for a parser process. Then it fails with 503. */
  queueTimeoutMs: number
  /** Maximum time in milliseconds for parsing one upload. */
  taskTimeoutMs: number
  /** Maximum resident memory of a parser process in bytes, including native allocations. */
  maxMemoryBytes: number
  /** Maximum number of bytes that a parser process may return for one upload. */
  maxOutputBytes: number
}

interface Child {
  process: ChildProcessByStdio<Writable, Readable, null>
  frames: AsyncGenerator<Buffer, undefined>
}

export interface Sandbox {
  /**
   * Runs a parser task on a file (by path) or on bytes. `read` validates the parts of the response.
   * When the parser process dies, exceeds a limit or returns something invalid, the upload is rejected with 422.
   */
  parse<T>(
    log: Pick<Logger, 'warn'>,
    task: ParserTask,
    source: string | Uint8Array,
    read: (parts: Buffer[]) => T | Promise<T>,
  ): Promise<T>
}

/** Milliseconds between checks of a parser's memory and run time. Outside Linux each check starts the program `ps`. */
const watchInterval = process.platform === 'linux' ? 50 : 500
/** Memory of a parser process in bytes above which it is replaced after its current task. */
const maxIdleMemory = 250_000_000
/** Milliseconds after which an idle parser process is ended. */
const maxIdleMs = 60_000

const responseHead = z.union([
  z.strictObject({ parts: z.int().check(z.minimum(1), z.maximum(1000)) }),
  z.strictObject({
    status: z.int().check(z.minimum(400), z.maximum(499)),
    code: z.custom<ErrorCode>(code => typeof code === 'string' && code in errorTexts),
    line: z.optional(z.int().check(z.minimum(1))),
  }),
])

function buildNodeFlags(mostMemory: number): string[] {
  // Node 20 supports the permission flag only under its experimental name.
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  const code = ['dist', 'node_modules', 'package.json'].map(name => realpathSync(join(root, name)))
  return [
    permission,
    // The parser process needs native addons for the image library sharp.
    // The parser process needs a worker thread that ends the process when the server is gone.
    '--allow-addons',
    '--allow-worker',
    ...code.map(path => `--allow-fs-read=${path}`),
    `--max-old-space-size=${Math.round(mostMemory / 1_000_000)}`,
  ]
}

function startParserProcess({ maxMemoryBytes, maxOutputBytes }: Limits): Child {
  const program = join(realpathSync(join(root, 'dist')), 'server/parse-upload.js')
  const child = spawn(process.execPath, [...buildNodeFlags(maxMemoryBytes), program, String(process.pid)], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // Error events of a parser process are ignored, because the end of its stdout already shows a failure.
  for (const emitter of [child, child.stdin]) emitter.on('error', () => {})
  // A running parser process does not prevent the server process from ending, and ends together with it.
  for (const handle of [child, child.stdin, child.stdout] as unknown as { unref(): void }[]) handle.unref()
  return { process: child, frames: readFrames(child.stdout, maxOutputBytes) }
}

/** Returns the resident memory of a process in bytes; NaN when the process does not exist any more. */
async function readResidentMemory(pid: number): Promise<number> {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
    return Number(kilobytes) * 1024
  } catch {
    return Number.NaN
  }
}

/** Kills the parser process when it exceeds its time or memory limit. */
function watchProcessLimits({ process: child }: Child, { taskTimeoutMs, maxMemoryBytes }: Limits) {
  const deadline = Date.now() + taskTimeoutMs
  const result = { excess: undefined as string | undefined, stop: () => clearInterval(timer) }
  const timer = setInterval(async () => {
    const memory = await readResidentMemory(child.pid ?? 0)
    if (Date.now() > deadline) result.excess = 'time'
    else if (memory > maxMemoryBytes) result.excess = 'memory'
    if (result.excess) child.kill('SIGKILL')
  }, watchInterval)
  return result
}

async function receiveParserResponse({ frames }: Child, mostOutput: number): Promise<Buffer[]> {
  let remainingBytes = mostOutput
  const readNextFrame = async () => {
    const { value } = await frames.next()
    if (!value) throw new Error('the child ended')
    remainingBytes -= value.length
    if (remainingBytes < 0) throw new Error('the response is too long')
    return value
  }
  const head = responseHead.parse(JSON.parse((await readNextFrame()).toString()))
  if ('code' in head) throw new AppError(head.status, head.code, { line: head.line })
  const parts: Buffer[] = []
  while (parts.length < head.parts) parts.push(await readNextFrame())
  return parts
}

export function createParserSandbox(limits: Limits): Sandbox {
  const { processes: slots, maxQueueLength, queueTimeoutMs } = limits
  const semaphore = createSemaphore({ slots, maxQueueLength: maxQueueLength, timeoutMs: queueTimeoutMs })
  const idle = new Map<Child, NodeJS.Timeout>()

  function takeParserProcess(): Child {
    for (const [child, timer] of idle) {
      clearTimeout(timer)
      idle.delete(child)
      if (child.process.exitCode === null && child.process.signalCode === null) return child
    }
    return startParserProcess(limits)
  }

  async function keepParserProcess(child: Child): Promise<void> {
    const endParserProcess = () => {
      idle.delete(child)
      child.process.kill('SIGKILL')
    }
    const memory = await readResidentMemory(child.process.pid ?? 0)
    if (memory <= maxIdleMemory) idle.set(child, setTimeout(endParserProcess, maxIdleMs).unref())
    else endParserProcess()
  }

  const parseInSandbox: Sandbox['parse'] = async (log, task, source, read) =>
    semaphore.run(async () => {
      const content = typeof source === 'string' ? await readFile(source) : source
      const child = takeParserProcess()
      if (child.process.pid === undefined) throw unavailable()
      const watcher = watchProcessLimits(child, limits)
      try {
        writeLengthPrefixedFrame(child.process.stdin, Buffer.from(JSON.stringify(task)))
        writeLengthPrefixedFrame(child.process.stdin, content)
        const result = await read(await receiveParserResponse(child, limits.maxOutputBytes))
        watcher.stop()
        await keepParserProcess(child)
        return result
      } catch (error) {
        watcher.stop()
        if (error instanceof AppError) {
          await keepParserProcess(child)
          throw error
        }
        child.process.kill('SIGKILL')
        const { message } = error as Error
        log.warn(
          { task: task.name, reason: watcher.excess ?? message },
          'upload parser failed and was replaced, the upload was refused',
        )
        throw new AppError(422, 'file_unreadable')
      }
    })

  return { parse: parseInSandbox }
}
