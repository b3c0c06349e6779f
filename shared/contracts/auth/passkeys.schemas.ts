import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { otherFieldErrors } from '#texts/field-errors.ts'

/** Base64url value that a passkey authenticator returns. */
const buildBase64urlSchema = (maxLength: number) =>
  z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength))

/**
 * Response of a new passkey.
 * The schema has no field for the passkey's PRF secret, so the server rejects it even if a client sends it.
 */
export const newPasskeyBody = z.strictObject({
  name: z.optional(buildSingleLineTextSchema(60)),
  credentialId: buildBase64urlSchema(1400),
  clientDataJSON: buildBase64urlSchema(4000),
  attestationObject: buildBase64urlSchema(20_000),
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(8)),
})
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>

export const passkeySignInBody = z.strictObject({
  credentialId: buildBase64urlSchema(1400),
  clientDataJSON: buildBase64urlSchema(4000),
  authenticatorData: buildBase64urlSchema(4000),
  signature: buildBase64urlSchema(4000),
  userHandle: buildBase64urlSchema(200),
})
export type PasskeySignInBody = z.infer<typeof passkeySignInBody>

/** WebAuthn options as SimpleWebAuthn generates them on the server and reads them in the browser. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

export const passkeyNameBody = z.strictObject({
  name: buildSingleLineTextSchema(60).check(z.minLength(1, { error: () => otherFieldErrors.passkeyName })),
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
