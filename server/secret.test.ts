import { describe, expect, test } from 'vitest'
import { secretFrom } from './secret.ts'

const secret = secretFrom('0123456789abcdefghijklmnopqrstuvwxyz')
const other = secretFrom('another-key-0123456789abcdefghijklmn')

describe('field encryption', () => {
  test('opens for its own row only', () => {
    const sealed = secret.encrypt('990101-14-5678', 'users:1:ic')
    expect(secret.decrypt(sealed, 'users:1:ic')).toBe('990101-14-5678')
    expect(() => secret.decrypt(sealed, 'users:2:ic')).toThrow()
  })

  test('does not open with another key, nor after a single changed bit', () => {
    const sealed = secret.encrypt('990101-14-5678', 'users:1:ic')
    expect(() => other.decrypt(sealed, 'users:1:ic')).toThrow('sealed with another key')
    for (let i = 0; i < sealed.length; i++) {
      const broken = Buffer.from(sealed)
      broken[i] = (broken[i] ?? 0) ^ 1
      expect(() => secret.decrypt(broken, 'users:1:ic')).toThrow()
    }
  })

  test('does not open when it was cut, be it by a byte of the proof that it is whole', () => {
    const sealed = secret.encrypt('', 'users:1:ic')
    for (let i = 0; i < sealed.length; i++) {
      expect(() => secret.decrypt(sealed.subarray(0, i), 'users:1:ic')).toThrow()
    }
  })

  test('the same number never looks the same twice, and the plain text is not in it', () => {
    const sealed = secret.encrypt('990101-14-5678', 'users:1:ic')
    expect(sealed.equals(secret.encrypt('990101-14-5678', 'users:1:ic'))).toBe(false)
    expect(sealed.includes('990101')).toBe(false)
  })
})

test('the hash is stable under one key and different under another', () => {
  expect(secret.hash('990101145678')).toEqual(secret.hash('990101145678'))
  expect(secret.hash('990101145678')).not.toEqual(other.hash('990101145678'))
})
