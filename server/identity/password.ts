// Password hashing with Argon2id (19 MiB, two passes) on the thread pool of Node.
// A semaphore limits concurrent hashes, so that a flood of sign-ins queues instead of occupying all threads and memory.
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '#server/concurrency/semaphore.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Limits concurrent password hashing. At about 30 ms per hash, the last waiting request takes about two seconds. */
export const hashingSemaphore = createSemaphore({ slots: 2, maxQueueLength: 150 })

/** Normalizes the password to NFKC, because keyboards encode the same characters in different ways. */
function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), cost)
}

/**
 * Hash of a random password. It is verified for users without a password, so that their response takes equally long.
 */
let decoy: Promise<string> | undefined

/** Verifies a password. Takes the same time whether or not a hash is stored for the user. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const matches = await verify(stored ?? (await decoy), normalizePassword(password))
  return matches && Boolean(stored)
}
