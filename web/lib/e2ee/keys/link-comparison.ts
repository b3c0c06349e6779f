/**
 * Device linking by comparing short codes. The server relays four messages between a new device N and an old device O:
 *   1. N commits:  box_N, commit = SHA-256(user, box_N, nonce_N)
 *   2. O replies:  box_O, nonce_O                            (after a tap of the user on O)
 *   3. N reveals:  nonce_N, secret encrypted to box_O        (to the first reply only)
 *   4. O answers:  HPKE(box_N, AES(secret, seeds and trust)) (after the user compared the codes on O)
 * Both devices show code = HKDF(nonce_N, nonce_O; user, link id, box_N, box_O, published card of the user), six digits.
 *
 * A server that swaps a key has to make two different transcripts yield one code, and cannot search for a match:
 * - Towards O the server must fix box_N' and nonce_N' in its commitment before O draws nonce_O.
 * - Towards N the server must fix box_O' and nonce_O' in its reply before N reveals nonce_N. The commitment hides
 *   nonce_N, which has 256 random bits.
 * In whatever order the server talks to the two devices, its last choice precedes a nonce that it does not know.
 * One attempt therefore succeeds with probability 1 in 1,000,000. An attempt costs a tap on O and a comparison by the
 * user, since O replies once per tap and N reveals once per request, so attempts cannot run in the background.
 *
 * With equal codes O has the true box_N, so nobody else can decrypt the answer. N has the true box_O, so only O knows
 * the secret, and N accepts no answer without it. N waits for the user's confirmation too: with unequal codes, the
 * server could answer N with keys of its own. The code also covers the card, so N learns which published card is O's.
 */

import {
  type Bytes,
  concatBytes,
  decodeBase64url,
  encodeBase64url,
  encodeUtf8,
  hashSha256,
} from '#shared/e2ee/encoding.ts'
import { type Card, encodePublicKeysToSign } from '#shared/e2ee/signed-public-keys.ts'
import { decryptWithAes, encryptWithAes, importAesKey } from '#web/lib/e2ee/crypto/aes.ts'
import { type KeyPair, loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { deriveKeyBytes } from '#web/lib/e2ee/crypto/identity.ts'
import { type LinkPayload, parseDeviceLinkPayload, serializeDeviceLinkPayload } from './link-payload.ts'

const randomBytes = () => crypto.getRandomValues(new Uint8Array(32))

/** First message of a device link: request id, and the new device's public key and commitment (hash of a nonce). */
interface LinkCommitment {
  id: string
  box: string
  commit: string
}

/** Second message of a device link: one-time public key and nonce (random number) of the old device. */
interface LinkReplyMessage {
  box: string
  nonce: string
}

/** Third message of a device link: nonce of the new device, and a secret that only the old device can decrypt. */
interface LinkRevealMessage {
  nonce: string
  secret: string
}

interface Transcript {
  card: Card
  commitment: LinkCommitment
  reply: LinkReplyMessage
}

const hashCommitment = (userId: number, box: string, nonce: string) =>
  hashSha256(`perantau/link-commit/1 ${userId} ${box} ${nonce}`)

const buildLinkContext = ({ card, commitment, reply }: Transcript) =>
  `perantau/link-compare/1 ${encodePublicKeysToSign(card)} ${commitment.id} ${commitment.box} ${commitment.commit} ${reply.box} ${reply.nonce}`

/** Computes the six digits that both devices of a device link show. */
async function computeComparisonCode(transcript: Transcript, nonce: string): Promise<string> {
  const nonces = concatBytes(decodeBase64url(nonce), decodeBase64url(transcript.reply.nonce))
  const bytes = await deriveKeyBytes(nonces, String(transcript.card.userId), buildLinkContext(transcript))
  const value = bytes.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  return String(value % 1_000_000).padStart(6, '0')
}

/** Formats a short code of a device link in two groups of three digits. */
export const formatLinkComparisonCode = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/** New device of a device link during the comparison of codes. It reveals its nonce only to the first reply. */
export class NewDeviceComparison {
  readonly commitment: LinkCommitment
  readonly #card: Card
  readonly #pair: KeyPair
  readonly #nonce: string
  readonly #secret = randomBytes()
  #reply: LinkReplyMessage | undefined
  #reveal: LinkRevealMessage | undefined

  private constructor(card: Card, pair: KeyPair, nonce: string, commitment: LinkCommitment) {
    this.#card = card
    this.#pair = pair
    this.#nonce = nonce
    this.commitment = commitment
  }

  /**
   * Starts the code comparison on the new device. `pair` is a key pair for this link, `card` the user's
   * public keys.
   */
  static async create(card: Card, id: string, pair: KeyPair): Promise<NewDeviceComparison> {
    const nonce = encodeBase64url(randomBytes())
    const box = encodeBase64url(pair.publicKey)
    const commit = await hashCommitment(card.userId, box, nonce)
    return new NewDeviceComparison(card, pair, nonce, { id, box, commit })
  }

  #requireTranscript(): Transcript {
    if (!this.#reply) throw new Error('no reply yet')
    return { card: this.#card, commitment: this.commitment, reply: this.#reply }
  }

  /** Handles the first reply of the old device. Returns the next message to it and the code to compare. */
  async takeReply(reply: LinkReplyMessage): Promise<{ reveal: LinkRevealMessage; code: string }> {
    this.#reply ??= { box: reply.box, nonce: reply.nonce }
    const transcript = this.#requireTranscript()
    if (!this.#reveal) {
      const { seal } = await loadEllipticCurveImplementation()
      const context = encodeUtf8(buildLinkContext(transcript))
      const secret = await seal(decodeBase64url(transcript.reply.box), this.#secret, context)
      this.#reveal = { nonce: this.#nonce, secret: encodeBase64url(secret) }
    }
    return { reveal: this.#reveal, code: await computeComparisonCode(transcript, this.#nonce) }
  }

  /** Decrypts the old device's last message. The user must have compared the codes. Throws for any other message. */
  async decryptAnswer(answer: string): Promise<LinkPayload> {
    const context = encodeUtf8(buildLinkContext(this.#requireTranscript()))
    const { open } = await loadEllipticCurveImplementation()
    const inner = await open(this.#pair, decodeBase64url(answer), context)
    return parseDeviceLinkPayload(await decryptWithAes(await importAesKey(this.#secret), inner, context))
  }
}

/** Old device of a device link during the comparison of codes. It handles one commitment of the new device. */
export class OldDeviceComparison {
  readonly reply: LinkReplyMessage
  readonly commitment: LinkCommitment
  readonly #card: Card
  readonly #pair: KeyPair
  #secret: Bytes | undefined

  private constructor(card: Card, pair: KeyPair, commitment: LinkCommitment) {
    this.#card = card
    this.#pair = pair
    this.commitment = commitment
    this.reply = { box: encodeBase64url(pair.publicKey), nonce: encodeBase64url(randomBytes()) }
  }

  /**
   * Starts the code comparison on the old device. `card` has this device's public keys, not those of the
   * server.
   */
  static async create(card: Card, { id, box, commit }: LinkCommitment): Promise<OldDeviceComparison> {
    const { createBoxKey } = await loadEllipticCurveImplementation()
    return new OldDeviceComparison(card, await createBoxKey(randomBytes()), { id, box, commit })
  }

  get #transcript(): Transcript {
    return { card: this.#card, commitment: this.commitment, reply: this.reply }
  }

  /** Returns the comparison code. Throws if the new device's nonce does not match its commitment (hash). */
  async takeReveal({ nonce, secret }: LinkRevealMessage): Promise<string> {
    const { box, commit } = this.commitment
    if ((await hashCommitment(this.#card.userId, box, nonce)) !== commit) throw new Error('other nonce')
    const { open } = await loadEllipticCurveImplementation()
    const context = encodeUtf8(buildLinkContext(this.#transcript))
    this.#secret = await open(this.#pair, decodeBase64url(secret), context)
    return computeComparisonCode(this.#transcript, nonce)
  }

  /**
   * Encrypts the key seeds and the trust record (pinned keys of other users) for the new device. The user must have
   * compared the codes before.
   */
  async encryptAnswer(payload: LinkPayload): Promise<string> {
    if (!this.#secret) throw new Error('no reveal yet')
    const context = encodeUtf8(buildLinkContext(this.#transcript))
    const inner = await encryptWithAes(
      await importAesKey(this.#secret),
      serializeDeviceLinkPayload(payload),
      context,
    )
    const { seal } = await loadEllipticCurveImplementation()
    return encodeBase64url(await seal(decodeBase64url(this.commitment.box), inner, context))
  }
}
