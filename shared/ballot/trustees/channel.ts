// Signed and encrypted messages between the trustees of an election.
// Belenios specifies trustees' messages in the sections "Public key infrastructure" and "Channels".
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { BallotError, throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import {
  type Element,
  formatGroupElement,
  generator,
  parsePublicKey,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { nobleGroup } from '#shared/ballot/group/noble-group.ts'
import type { PublicBase } from '#shared/ballot/group/public-base.ts'
import { generateRandomScalar } from '#shared/ballot/group/scalar.ts'
import { hashTextToScalar } from '#shared/ballot/hash.ts'
import { proveKnowledgeOfSecretKey, verifyProofOfSecretKey } from '#shared/ballot/proofs/schnorr.ts'
import {
  channelMessage,
  encryptedMessage,
  type Proof,
  parseBallotJson,
  type SignedMessage,
  serializeBallotJson,
  signedMessage,
} from '#shared/ballot/structures.ts'
import { decryptAesCcm, encryptAesCcm } from './aes-ccm.ts'

export interface ChannelKeys {
  signing: bigint
  decryption: bigint
}

/** Derives the signing key and the decryption key of a trustee from the trustee's seed. */
export function deriveTrusteeSigningAndDecryptionKeys(seed: string): ChannelKeys {
  return { signing: hashTextToScalar(`sk|${seed}`), decryption: hashTextToScalar(`dk|${seed}`) }
}

function messagePrefix(message: string): string {
  return `sigmsg|${message}|`
}

export function signTrusteeMessage(signing: bigint, message: string): Proof {
  return proveKnowledgeOfSecretKey(messagePrefix(message), signing)
}

export function verifyTrusteeSignature(verification: PublicBase, message: string, signature: Proof): boolean {
  return verifyProofOfSecretKey(nobleGroup, messagePrefix(message), verification, signature)
}

export function verifySignedTrusteeMessage(
  verification: PublicBase,
  { message, signature }: SignedMessage,
): boolean {
  return verifyTrusteeSignature(verification, message, signature)
}

function symmetricKey(element: Element): Uint8Array {
  return sha256(utf8ToBytes(`key|${formatGroupElement(element)}`))
}

function nonceOf(alpha: string): Uint8Array {
  return sha256(utf8ToBytes(`iv|${alpha}`)).slice(0, 13)
}

function encryptMessage(recipient: Element, message: string): string {
  const randomness = generateRandomScalar()
  const key = raiseToSecretExponentInConstantTime(generator, generateRandomScalar())
  const alpha = formatGroupElement(raiseToSecretExponentInConstantTime(generator, randomness))
  const beta = formatGroupElement(raiseToSecretExponentInConstantTime(recipient, randomness).add(key))
  const data = bytesToHex(encryptAesCcm(symmetricKey(key), nonceOf(alpha), utf8ToBytes(message)))
  return serializeBallotJson({ alpha, beta, data })
}

function decryptMessage(decryption: bigint, text: string): string {
  const { alpha, beta, data } = parseBallotJson(encryptedMessage, text)
  const key = parsePublicKey(beta).subtract(
    raiseToSecretExponentInConstantTime(parsePublicKey(alpha), decryption),
  )
  throwBallotErrorUnless(/^([0-9a-f]{2})*$/.test(data), 'encrypted data is not hexadecimal')
  const plain = decryptAesCcm(symmetricKey(key), nonceOf(alpha), hexToBytes(data))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    throw new BallotError('decrypted message is not text')
  }
}

/** Signs a trustee's message, which contains its recipient, and encrypts it for the recipient. */
export function encryptTrusteeMessage(signing: bigint, recipient: string, message: string): string {
  const body = serializeBallotJson({ recipient, message })
  const signed = serializeBallotJson({ message: body, signature: signTrusteeMessage(signing, body) })
  return encryptMessage(parsePublicKey(recipient), signed)
}

/** Decrypts a message from another trustee and verifies signature and recipient. Throws when one of them is wrong. */
export function decryptTrusteeMessage(decryption: bigint, sender: PublicBase, text: string): string {
  const signed = parseBallotJson(signedMessage, decryptMessage(decryption, text))
  throwBallotErrorUnless(
    verifySignedTrusteeMessage(sender, signed),
    'signature of a received message is wrong',
  )
  const { recipient, message } = parseBallotJson(channelMessage, signed.message)
  const own = formatGroupElement(raiseToSecretExponentInConstantTime(generator, decryption))
  throwBallotErrorUnless(recipient === own, 'received message was meant for another trustee')
  return message
}
