import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { line } from './text.ts'

/** What an authenticator says, in base64url. */
const told = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most))

/**
 * What a new passkey answers, and nothing more: the secret it may have given for one's keys has no field here, so that it
 * could not be taken even if it were sent.
 */
export const newPasskeyBody = z.strictObject({
  name: z.optional(line(60)),
  credentialId: told(1400),
  clientDataJSON: told(4000),
  attestationObject: told(20_000),
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(8)),
})
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>

export const passkeyEntryBody = z.strictObject({
  credentialId: told(1400),
  clientDataJSON: told(4000),
  authenticatorData: told(4000),
  signature: told(4000),
  userHandle: told(200),
})
export type PasskeyEntryBody = z.infer<typeof passkeyEntryBody>

/** As the browser takes them; made by a library, for a library. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

export const passkeyNameBody = z.strictObject({
  name: line(60).check(z.minLength(1, 'Nama passkey diperlukan')),
})

export const ownPasskey = z.object({
  id,
  credentialId: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: instant,
  usedAt: z.nullable(instant),
})
export type OwnPasskey = z.input<typeof ownPasskey>
