// Conversions between bytes, UTF-8 text and base64url, shared by server and client.
export type Bytes = Uint8Array<ArrayBuffer>

export function encodeUtf8(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes
}

export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Encodes bytes as base64url without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64url. Throws unless the text is the canonical encoding of its bytes. */
export function decodeBase64url(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, letter => letter.charCodeAt(0))
  if (encodeBase64url(bytes) !== text) throw new Error('not base64url')
  return bytes
}

export function concatBytes(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export async function hashSha256(data: string | Bytes): Promise<string> {
  const bytes = typeof data === 'string' ? encodeUtf8(data) : data
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
