// Vault: encrypted data that a user's devices share: verified public keys and the last verified state of groups.
// A user's devices encrypt and sign the vault (their shared data), so the server cannot read or forge it.
import * as z from 'zod/mini'

/**
 * Maximum size in bytes of a request that stores the vault (encrypted data shared by a user's devices). The
 * size is enough for the stored public keys of some thousand people.
 */
export const maxVaultBytes = 2 * 1024 * 1024
const version = z.int().check(z.positive(), z.maximum(1_000_000_000))
const blob = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/), z.maxLength(maxVaultBytes - 200))

export const vaultResponse = z.object({ vault: z.nullable(z.object({ version, blob })) })
/**
 * Compare-and-set update of the vault (state encrypted for the user's devices). Fails unless `before` is the stored
 * version (0 for none).
 */
export const vaultBody = z
  .strictObject({ before: z.int().check(z.minimum(0)), version, blob })
  .check(z.refine(({ before, version }) => version > before))
export type VaultBody = z.output<typeof vaultBody>
