// AES-256 in CCM mode, by which trustees encrypt messages to each other (section "Encrypting" of Belenios).
// Authentication tag (8 bytes) and nonce (13 bytes) have the same length as in belenios-tool.
import { cbc, ctr } from '@noble/ciphers/aes.js'
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'

const tagLength = 8
const nonceLength = 13
const blockLength = 16
/** Maximum message length in bytes: the nonce of 13 bytes leaves two bytes for the length. */
const longestMessage = 65_535

/** Builds the first block of the message authentication code: flags, nonce, message length (RFC 3610, section 2.2). */
function macStart(nonce: Uint8Array, length: number): Uint8Array {
  const block = new Uint8Array(blockLength)
  block[0] = ((tagLength - 2) / 2) * 8 + 1
  block.set(nonce, 1)
  block[14] = length >> 8
  block[15] = length & 255
  return block
}

/** Computes the CBC-MAC authentication code of the message, padded with zeros. */
function computeTag(key: Uint8Array, nonce: Uint8Array, message: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(blockLength * (1 + Math.ceil(message.length / blockLength)))
  blocks.set(macStart(nonce, message.length))
  blocks.set(message, blockLength)
  const encrypted = cbc(key, new Uint8Array(blockLength), { disablePadding: true }).encrypt(blocks)
  return encrypted.slice(-blockLength).slice(0, tagLength)
}

/** Encrypts or decrypts message and tag with the AES-CCM key stream, whose first block encrypts the tag. */
function applyKeyStream(key: Uint8Array, nonce: Uint8Array, tag: Uint8Array, message: Uint8Array) {
  const counter = new Uint8Array(blockLength)
  counter[0] = 1
  counter.set(nonce, 1)
  const input = new Uint8Array(blockLength + message.length)
  input.set(tag)
  input.set(message, blockLength)
  const output = ctr(key, counter).encrypt(input)
  return { tag: output.slice(0, tagLength), message: output.slice(blockLength) }
}

function requireKey(key: Uint8Array, nonce: Uint8Array) {
  throwBallotErrorUnless(key.length === 32 && nonce.length === nonceLength, 'wrong length of key or nonce')
}

/** Encrypts a message with AES-CCM. Returns the ciphertext followed by the authentication tag. */
export function encryptAesCcm(key: Uint8Array, nonce: Uint8Array, message: Uint8Array): Uint8Array {
  requireKey(key, nonce)
  throwBallotErrorUnless(message.length <= longestMessage, 'message is too long')
  const output = applyKeyStream(key, nonce, computeTag(key, nonce, message), message)
  const whole = new Uint8Array(message.length + tagLength)
  whole.set(output.message)
  whole.set(output.tag, message.length)
  return whole
}

/** Decrypts a message with AES-CCM. Throws when the authentication tag does not match. */
export function decryptAesCcm(key: Uint8Array, nonce: Uint8Array, encrypted: Uint8Array): Uint8Array {
  requireKey(key, nonce)
  const length = encrypted.length - tagLength
  throwBallotErrorUnless(length >= 0 && length <= longestMessage, 'wrong length of the encrypted message')
  const output = applyKeyStream(key, nonce, encrypted.slice(length), encrypted.slice(0, length))
  const expected = computeTag(key, nonce, output.message)
  const difference = expected.reduce((sum, byte, index) => sum | (byte ^ (output.tag[index] as number)), 0)
  throwBallotErrorUnless(difference === 0, 'encrypted message was altered')
  return output.message
}
