// What a person's devices know of others, for their next device. The server can neither read nor write it.
import * as z from 'zod/mini'

/** Bytes of a request that brings it: pins of some thousand people. */
export const largestVault = 2 * 1024 * 1024
const version = z.int().check(z.positive(), z.maximum(1_000_000_000))
const blob = z.string().check(z.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/), z.maxLength(largestVault - 200))

export const vaultAnswer = z.object({ vault: z.nullable(z.object({ version, blob })) })
/** `before`: the one that was read, 0 for none; if another is there by now, somebody was quicker. */
export const vaultBody = z
  .strictObject({ before: z.int().check(z.minimum(0)), version, blob })
  .check(z.refine(({ before, version }) => version > before))
export type VaultBody = z.output<typeof vaultBody>
