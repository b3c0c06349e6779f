// Signed texts. The exact signed text is transmitted, so that no canonical JSON form is needed.
import * as z from 'zod/mini'
import { type Bytes, decode, sha256, toBytes } from './encoding.ts'

const base64url = /^[A-Za-z0-9_-]*$/
const base64urlText = (length: number) => z.string().check(z.length(length), z.regex(base64url))
/** Key of 32 bytes in base64url. */
export const key32 = base64urlText(43)
/** SHA-256 hash in base64url. */
export const digest = base64urlText(43)
/** Ed25519 signature of 64 bytes in base64url. */
export const signature = base64urlText(86)

export const signed = z.strictObject({ body: z.string().check(z.maxLength(60_000)), sig: signature })
export type Signed = z.infer<typeof signed>

/** Verifies an Ed25519 signature. Server and client each supply their platform's implementation. */
export type Verify = (publicKey: Bytes, sig: Bytes, data: Bytes) => Promise<boolean>

/** Purpose of a signature. The purpose is part of the signed bytes, so a signature cannot be reused for another. */
export type Purpose = 'card' | 'name' | 'roster' | 'epoch' | 'message' | 'call' | 'vault'

export function signedBytes(purpose: Purpose, body: string): Bytes {
  return toBytes(`perantau/${purpose}/1\n${body}`)
}

export async function isSignedBy(
  verify: Verify,
  publicKey: string,
  purpose: Purpose,
  { body, sig }: Signed,
): Promise<boolean> {
  try {
    return await verify(decode(publicKey), decode(sig), signedBytes(purpose, body))
  } catch {
    return false
  }
}

/** Computes the hash that identifies a signed text. */
export function hashOf({ body, sig }: Signed): Promise<string> {
  return sha256(`${body}.${sig}`)
}
