// What somebody signed travels as the very text that was signed, so that nobody has to agree on how to write JSON.
import * as z from 'zod/mini'
import { type Bytes, decode, sha256, toBytes } from './encoding.ts'

const base64url = /^[A-Za-z0-9_-]*$/
const bytes = (length: number) => z.string().check(z.length(length), z.regex(base64url))
/** Of 32 bytes. */
export const key32 = bytes(43)
export const digest = bytes(43)
/** Of 64. */
export const signature = bytes(86)

export const signed = z.strictObject({ body: z.string().check(z.maxLength(60_000)), sig: signature })
export type Signed = z.infer<typeof signed>

/** Ed25519. Each side brings the one its platform has. */
export type Verify = (publicKey: Bytes, sig: Bytes, data: Bytes) => Promise<boolean>

/** What a signature is for is part of what is signed, so that none can serve another purpose. */
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

/** Names a signed text for good. */
export function hashOf({ body, sig }: Signed): Promise<string> {
  return sha256(`${body}.${sig}`)
}
