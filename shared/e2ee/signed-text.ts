// Signed texts. The exact text that was signed is transmitted, so that signatures need no canonical form of JSON.
import * as z from 'zod/mini'
import { type Bytes, decodeBase64url, encodeUtf8, hashSha256 } from './encoding.ts'

const base64url = /^[A-Za-z0-9_-]*$/
const buildBase64urlTextSchema = (length: number) => z.string().check(z.length(length), z.regex(base64url))
/** Schema of a cryptographic key of 32 bytes in base64url. */
export const key32 = buildBase64urlTextSchema(43)
/** Schema of a SHA-256 hash in base64url. */
export const digest = buildBase64urlTextSchema(43)
/** Schema of an Ed25519 signature of 64 bytes in base64url. */
export const signature = buildBase64urlTextSchema(86)

export const signed = z.strictObject({ body: z.string().check(z.maxLength(60_000)), sig: signature })
export type Signed = z.infer<typeof signed>

/** Verifies an Ed25519 signature. Server and browser use different implementations. */
export type VerifySignature = (publicKey: Bytes, sig: Bytes, data: Bytes) => Promise<boolean>

/** Purpose of a signature. The purpose is part of the signed bytes, so the signature is invalid for other purposes. */
export type SignaturePurpose =
  | 'card'
  | 'name'
  | 'roster'
  | 'epoch'
  | 'message'
  | 'call'
  | 'vault'
  | 'enrolment'
  | 'trustee'
  | 'share'

export function encodeTextWithPurposeForSigning(purpose: SignaturePurpose, body: string): Bytes {
  return encodeUtf8(`perantau/${purpose}/1\n${body}`)
}

export async function isTextSignedBy(
  verify: VerifySignature,
  publicKey: string,
  purpose: SignaturePurpose,
  { body, sig }: Signed,
): Promise<boolean> {
  try {
    return await verify(
      decodeBase64url(publicKey),
      decodeBase64url(sig),
      encodeTextWithPurposeForSigning(purpose, body),
    )
  } catch {
    return false
  }
}

/** Computes the hash that identifies a signed text. */
export function hashTextWithSignature({ body, sig }: Signed): Promise<string> {
  return hashSha256(`${body}.${sig}`)
}
