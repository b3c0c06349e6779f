// Signed token in the QR code of a membership card or an attendance certificate.
// The server signs card tokens with Ed25519, so anybody with its public keys can verify a card offline.
// The binary encoding of card tokens is short, so that cheap cameras can read the QR code.
// The token of a membership card or attendance certificate contains no identity card number.
import {
  type Bytes,
  concatBytes,
  decodeBase64url,
  decodeUtf8,
  encodeBase64url,
  encodeUtf8,
} from '#shared/e2ee/encoding.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'

/** Number of days for which a device accepts a card token without asking the server. */
export const cardValidityDays = 30

/** Text fields in the token of a membership card and of a certificate, in encoding order. */
const words = {
  card: ['fullName', 'membershipNumber', 'club', 'country', 'status'],
  certificate: ['fullName', 'membershipNumber', 'club', 'title', 'day'],
} as const
export type TokenKind = keyof typeof words
const kinds: readonly TokenKind[] = ['card', 'certificate']

type WordsOf<Kind extends TokenKind> = Record<(typeof words)[Kind][number], string>
interface Head {
  keyId: number
  /** Time at which the card token was issued, in milliseconds, encoded with a precision of one second. */
  issuedAt: number
  /** Expiry time of the card token; null when the token does not expire. */
  expiresAt: number | null
  /** User id of the owner of the card or certificate. */
  person: number
  /** Activity id for an attendance certificate; 0 for a membership card. */
  about: number
}
export type TokenPayload<Kind extends TokenKind = TokenKind> = {
  [K in Kind]: Head & { kind: K; words: WordsOf<K> }
}[Kind]

const version = 1
const headLength = 22
const signatureLength = 64
/** Maximum length of a card token in characters, because cheap cameras cannot read a QR code with much more. */
const maxTokenLength = 2800
const purpose = encodeUtf8('perantau/token/1\n')

/**
 * Builds the bytes of a card token that the server signs. They begin with the purpose of the signature, so a signature
 * for another purpose is invalid.
 */
export const buildTokenSigningInput = (body: Bytes): Bytes => concatBytes(purpose, body)

export function encodeCardTokenBody(said: TokenPayload): Bytes {
  const head = new DataView(new ArrayBuffer(headLength))
  head.setUint8(0, version)
  head.setUint8(1, kinds.indexOf(said.kind))
  const { keyId, issuedAt, expiresAt, person, about } = said
  const seconds = [issuedAt, expiresAt ?? 0].map(moment => Math.floor(moment / 1000))
  for (const [at, value] of [keyId, ...seconds, person, about].entries()) head.setUint32(2 + at * 4, value)
  const texts = words[said.kind].map(name => encodeUtf8((said.words as Record<string, string>)[name] ?? ''))
  const parts = texts.flatMap(text => [Uint8Array.of(text.length >> 8, text.length & 255), text])
  return concatBytes(new Uint8Array(head.buffer), ...parts)
}

export const encodeCardToken = (body: Bytes, signature: Uint8Array): string =>
  encodeBase64url(concatBytes(body, signature))

/**
 * Decodes the length-prefixed texts of a card token; undefined when the lengths do not add up to the number of bytes.
 */
function readWordsFromBytes(names: readonly string[], bytes: Bytes): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  let at = 0
  for (const name of names) {
    const [high, low] = bytes.subarray(at, at + 2)
    if (high === undefined || low === undefined) return undefined
    const end = at + 2 + high * 256 + low
    if (end > bytes.length) return undefined
    found[name] = decodeUtf8(bytes.subarray(at + 2, end))
    at = end
  }
  return at === bytes.length ? found : undefined
}

function readTokenBody(body: Bytes): TokenPayload | undefined {
  const head = new DataView(body.buffer, body.byteOffset, headLength)
  const kind = kinds[head.getUint8(1)]
  if (head.getUint8(0) !== version || !kind) return undefined
  const [keyId = 0, issued = 0, expires = 0, person = 0, about = 0] = [2, 6, 10, 14, 18].map(at =>
    head.getUint32(at),
  )
  const found = readWordsFromBytes(words[kind], body.subarray(headLength))
  if (!found) return undefined
  const expiresAt = expires === 0 ? null : expires * 1000
  return { kind, keyId, issuedAt: issued * 1000, expiresAt, person, about, words: found } as TokenPayload
}

export interface DecodedToken {
  payload: TokenPayload
  body: Bytes
  signature: Bytes
  /** Text of a card token, without the URL that contains it in the QR code. */
  token: string
}

/** Decodes a scanned card token, or a URL that ends with one, without verifying the signature. */
export function decodeCardToken(scanned: string): DecodedToken | undefined {
  const token = scanned.slice(scanned.lastIndexOf('#') + 1)
  if (token.length > maxTokenLength) return undefined
  try {
    const bytes = decodeBase64url(token)
    if (bytes.length < headLength + signatureLength) return undefined
    const body = bytes.slice(0, -signatureLength)
    const said = readTokenBody(body)
    return said && { payload: said, body, signature: bytes.slice(-signatureLength), token }
  } catch {
    return undefined
  }
}

export interface TokenPublicKey {
  id: number
  publicKey: string
  isRevoked: boolean
}

/**
 * Results of checking a token in the QR code of a membership card. `foreign`: the token was altered or not signed by
 * this server. `withdrawn`: the token was revoked. `outdated`: the token is genuine, but the texts on the card have
 * changed since. `unsure`: the device lacks the public key with which the token was signed.
 */
export const tokenVerdicts = ['valid', 'expired', 'withdrawn', 'outdated', 'foreign', 'unsure'] as const
export type TokenVerdict = (typeof tokenVerdicts)[number]

/** Verifies signature and expiry time of a card token without a request to the server. */
export async function verifyCardTokenOffline(
  verify: VerifySignature,
  keys: readonly TokenPublicKey[],
  { payload, body, signature }: DecodedToken,
  now: number,
): Promise<Extract<TokenVerdict, 'valid' | 'expired' | 'withdrawn' | 'foreign' | 'unsure'>> {
  const key = keys.find(({ id }) => id === payload.keyId)
  if (!key) return 'unsure'
  // A malformed public key or signature makes the card token invalid and throws no error.
  const isSigned = await verify(
    decodeBase64url(key.publicKey),
    signature,
    buildTokenSigningInput(body),
  ).catch(() => false)
  if (!isSigned) return 'foreign'
  if (key.isRevoked) return 'withdrawn'
  return payload.expiresAt !== null && payload.expiresAt <= now ? 'expired' : 'valid'
}
