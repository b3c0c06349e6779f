// Argon2id, 19 MiB and two passes, on the thread pool. Only so many at once: a flood of logins waits in line
// instead of taking every thread and a gigabyte of memory.
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '#server/concurrency/semaphore.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Work that hashes waits for its turn; at some thirty milliseconds each, the last in line waits about two seconds. */
export const hashingSemaphore = createSemaphore({ slots: 2, longestQueue: 150 })

/** One form for what different keyboards send for the same characters. */
function spelled(password: string): string {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return hash(spelled(password), cost)
}

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const matches = await verify(stored ?? (await decoy), spelled(password))
  return matches && Boolean(stored)
}
