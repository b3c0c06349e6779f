import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptAesCcm, encryptAesCcm } from './aes-ccm.ts'

function encryptWithNode(key: Uint8Array, nonce: Uint8Array, message: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-ccm', key, nonce, { authTagLength: 8 })
  return Buffer.concat([cipher.update(message), cipher.final(), cipher.getAuthTag()])
}

describe('AES-256-CCM', () => {
  it('AES-256-CCM encrypts messages of every length to the same bytes as Node', () => {
    for (const length of [1, 15, 16, 17, 31, 32, 100, 1000, 65_535]) {
      const [key, nonce, message] = [randomBytes(32), randomBytes(13), randomBytes(length)]
      const encrypted = encryptAesCcm(key, nonce, message)
      expect(Buffer.from(encrypted).equals(encryptWithNode(key, nonce, message))).toBe(true)
      expect(Buffer.from(decryptAesCcm(key, nonce, encrypted)).equals(message)).toBe(true)
    }
  })

  it('AES-256-CCM encrypts the empty message to its tag alone', () => {
    const [key, nonce] = [randomBytes(32), randomBytes(13)]
    const encrypted = encryptAesCcm(key, nonce, new Uint8Array(0))
    expect(encrypted).toHaveLength(8)
    expect(decryptAesCcm(key, nonce, encrypted)).toHaveLength(0)
  })

  it('AES-256-CCM rejects altered, truncated and overlong messages', () => {
    const [key, nonce] = [randomBytes(32), randomBytes(13)]
    const encrypted = encryptAesCcm(key, nonce, randomBytes(40))
    for (let at = 0; at < encrypted.length; at += 1) {
      const altered = encrypted.map((byte, index) => (index === at ? byte ^ 1 : byte))
      expect(() => decryptAesCcm(key, nonce, altered)).toThrow('encrypted message was altered')
    }
    expect(() => decryptAesCcm(key, nonce, encrypted.slice(0, 7))).toThrow('wrong length')
    expect(() => decryptAesCcm(key, nonce, encrypted.slice(1))).toThrow('encrypted message was altered')
    expect(() => encryptAesCcm(key, nonce, new Uint8Array(65_536))).toThrow('message is too long')
  })
})
