// What stands in the code of a card or a certificate: a few bytes signed by the server (Ed25519), which anybody can
// check with its public keys, also without a network. As short as it can be, so that the code stays coarse enough for
// a cheap camera. Never an identity number.
import { type Bytes, concat, decode, encode, toBytes, toText } from './e2ee/encoding.ts'
import type { Verify } from './e2ee/signed.ts'

/** How long a card proves anything without the server being asked. */
export const cardDays = 30

/** Which words each kind carries, in this order. */
const words = {
  card: ['fullName', 'membershipNumber', 'club', 'country', 'status'],
  certificate: ['fullName', 'membershipNumber', 'club', 'title', 'day'],
} as const
export type TokenKind = keyof typeof words
const kinds: readonly TokenKind[] = ['card', 'certificate']

type WordsOf<Kind extends TokenKind> = Record<(typeof words)[Kind][number], string>
interface Head {
  keyId: number
  /** Moments, to the second. */
  issuedAt: number
  /** Null: for as long as what it says is true. */
  expiresAt: number | null
  /** Whose it is. */
  person: number
  /** The activity that a certificate is of; 0 for a card. */
  about: number
}
export type Said<Kind extends TokenKind = TokenKind> = {
  [K in Kind]: Head & { kind: K; words: WordsOf<K> }
}[Kind]

const version = 1
const headLength = 22
const signatureLength = 64
/** Longer than any that we make; a code could not hold much more. */
const longest = 2800
const purpose = toBytes('perantau/token/1\n')

/** What is signed: the purpose, so that no other signature can serve for it, and the bytes. */
export const signedPart = (body: Bytes): Bytes => concat(purpose, body)

export function writeBody(said: Said): Bytes {
  const head = new DataView(new ArrayBuffer(headLength))
  head.setUint8(0, version)
  head.setUint8(1, kinds.indexOf(said.kind))
  const { keyId, issuedAt, expiresAt, person, about } = said
  const seconds = [issuedAt, expiresAt ?? 0].map(moment => Math.floor(moment / 1000))
  for (const [at, value] of [keyId, ...seconds, person, about].entries()) head.setUint32(2 + at * 4, value)
  const texts = words[said.kind].map(name => toBytes((said.words as Record<string, string>)[name] ?? ''))
  const parts = texts.flatMap(text => [Uint8Array.of(text.length >> 8, text.length & 255), text])
  return concat(new Uint8Array(head.buffer), ...parts)
}

export const writeToken = (body: Bytes, signature: Uint8Array): string => encode(concat(body, signature))

/** The words, or undefined where they are not exactly as many and as long as they say. */
function readWords(names: readonly string[], bytes: Bytes): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  let at = 0
  for (const name of names) {
    const [high, low] = bytes.subarray(at, at + 2)
    if (high === undefined || low === undefined) return undefined
    const end = at + 2 + high * 256 + low
    if (end > bytes.length) return undefined
    found[name] = toText(bytes.subarray(at + 2, end))
    at = end
  }
  return at === bytes.length ? found : undefined
}

function readBody(body: Bytes): Said | undefined {
  const head = new DataView(body.buffer, body.byteOffset, headLength)
  const kind = kinds[head.getUint8(1)]
  if (head.getUint8(0) !== version || !kind) return undefined
  const [keyId = 0, issued = 0, expires = 0, person = 0, about = 0] = [2, 6, 10, 14, 18].map(at =>
    head.getUint32(at),
  )
  const found = readWords(words[kind], body.subarray(headLength))
  if (!found) return undefined
  const expiresAt = expires === 0 ? null : expires * 1000
  return { kind, keyId, issuedAt: issued * 1000, expiresAt, person, about, words: found } as Said
}

export interface Read {
  said: Said
  body: Bytes
  signature: Bytes
  /** Without the address it came in. */
  token: string
}

/** What somebody scanned or opened: the token alone, or an address that ends in it. Nothing is proven yet. */
export function readToken(scanned: string): Read | undefined {
  const token = scanned.slice(scanned.lastIndexOf('#') + 1)
  if (token.length > longest) return undefined
  try {
    const bytes = decode(token)
    if (bytes.length < headLength + signatureLength) return undefined
    const body = bytes.slice(0, -signatureLength)
    const said = readBody(body)
    return said && { said, body, signature: bytes.slice(-signatureLength), token }
  } catch {
    return undefined
  }
}

export interface PublicKey {
  id: number
  publicKey: string
  isRevoked: boolean
}

/**
 * `foreign`: not ours, or altered. `withdrawn`: it does not stand any more. `outdated`: it does, but says something that
 * has changed since. `unsure`: signed with a key that is not known here.
 */
export const verdicts = ['valid', 'expired', 'withdrawn', 'outdated', 'foreign', 'unsure'] as const
export type Verdict = (typeof verdicts)[number]

/** As far as can be told from the token itself: by whom it was signed, and whether its time is over. */
export async function judgeToken(
  verify: Verify,
  keys: readonly PublicKey[],
  { said, body, signature }: Read,
  now: number,
): Promise<Extract<Verdict, 'valid' | 'expired' | 'withdrawn' | 'foreign' | 'unsure'>> {
  const key = keys.find(({ id }) => id === said.keyId)
  if (!key) return 'unsure'
  // A public key of which no point can be made, or a signature of nonsense, is a refusal and no accident.
  const isSigned = await verify(decode(key.publicKey), signature, signedPart(body)).catch(() => false)
  if (!isSigned) return 'foreign'
  if (key.isRevoked) return 'withdrawn'
  return said.expiresAt !== null && said.expiresAt <= now ? 'expired' : 'valid'
}
