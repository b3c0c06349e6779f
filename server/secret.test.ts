import { describe, expect, test } from 'vitest'
import { deriveSecret } from './secret.ts'

const secret = deriveSecret('0123456789abcdefghijklmnopqrstuvwxyz')
const otherSecret = deriveSecret('another-key-0123456789abcdefghijklmn')

describe('field encryption', () => {
  test('an encrypted field decrypts only with the context of its own row', () => {
    const ciphertext = secret.encrypt('990101-14-5678', 'users:1:ic')
    expect(secret.decrypt(ciphertext, 'users:1:ic')).toBe('990101-14-5678')
    expect(() => secret.decrypt(ciphertext, 'users:2:ic')).toThrow()
  })

  test('decryption fails with another key or after any single bit was changed', () => {
    const ciphertext = secret.encrypt('990101-14-5678', 'users:1:ic')
    expect(() => otherSecret.decrypt(ciphertext, 'users:1:ic')).toThrow('encrypted with another key')
    for (let i = 0; i < ciphertext.length; i++) {
      const changed = Buffer.from(ciphertext)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => secret.decrypt(changed, 'users:1:ic')).toThrow()
    }
  })

  test('decryption fails for every truncated ciphertext', () => {
    const ciphertext = secret.encrypt('', 'users:1:ic')
    for (let i = 0; i < ciphertext.length; i++) {
      expect(() => secret.decrypt(ciphertext.subarray(0, i), 'users:1:ic')).toThrow()
    }
  })

  test('encrypting the same identity number twice gives different ciphertexts without the plaintext', () => {
    const ciphertext = secret.encrypt('990101-14-5678', 'users:1:ic')
    expect(ciphertext.equals(secret.encrypt('990101-14-5678', 'users:1:ic'))).toBe(false)
    expect(ciphertext.includes('990101')).toBe(false)
  })
})

test('the keyed hash of a text is equal under the same key and differs under another key', () => {
  expect(secret.hash('990101145678')).toEqual(secret.hash('990101145678'))
  expect(secret.hash('990101145678')).not.toEqual(otherSecret.hash('990101145678'))
})
