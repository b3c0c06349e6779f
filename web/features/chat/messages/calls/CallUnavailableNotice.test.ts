import { describe, expect, it } from 'vitest'
import type { Encryption } from '#web/features/chat/encryption/use-conversation-encryption.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { getCallReadinessOfConversation } from './CallUnavailableNotice.tsx'

const keys = { isOutdated: false, isUnassured: false }
const direct = {
  direct: true,
  name: 'Tan Mei Ling',
  isBlocked: false,
  conversation: { mode: 'encrypted' },
} as unknown as DescribedGroup

const buildEncryption = (state: Record<string, unknown> = {}) =>
  ({
    kind: 'sealed',
    state: { phase: 'ready', halted: [], recipients: [2], waiting: [], areOwnKeysDisputed: false, ...state },
  }) as unknown as Encryption

describe('getCallReadinessOfConversation', () => {
  it('getCallReadinessOfConversation allows a call if the keys of both participants are known', () => {
    expect(getCallReadinessOfConversation(direct, buildEncryption(), keys)).toBe('ready')
  })

  it('getCallReadinessOfConversation allows no call in a plaintext group', () => {
    const group = { ...direct, conversation: { mode: 'plaintext' } } as unknown as DescribedGroup
    expect(getCallReadinessOfConversation(group, { kind: 'looking' }, keys)).toBeUndefined()
  })

  it('getCallReadinessOfConversation returns "unknown" while the keys are being checked', () => {
    expect(getCallReadinessOfConversation(direct, { kind: 'looking' }, keys)).toBe('unknown')
    expect(getCallReadinessOfConversation(direct, buildEncryption({ phase: 'loading' }), keys)).toBe(
      'unknown',
    )
  })

  it.each([
    [
      'the user has no keys on this device',
      { kind: 'keyless' } as Encryption,
      {},
      'kunci anda pada peranti ini',
    ],
    [
      'the keys of this device are outdated',
      buildEncryption(),
      { isOutdated: true },
      'kunci anda pada peranti ini',
    ],
    [
      'other keys are published in the name of the user',
      buildEncryption(),
      { isUnassured: true },
      'atas nama anda',
    ],
    ['the peer has no keys', buildEncryption({ recipients: [] }), {}, 'Tan Mei Ling belum log masuk'],
    ['a verified key has changed', buildEncryption({ halted: [2] }), {}, 'menunggu kunci'],
    ['the verification failed', buildEncryption({ phase: 'broken' }), {}, 'belum dapat disahkan'],
  ])(
    'getCallReadinessOfConversation states the obstacle to a call when %s',
    (_name, encryption, change, words) => {
      const readiness = getCallReadinessOfConversation(direct, encryption, { ...keys, ...change })
      expect(readiness).toEqual({ obstacle: expect.stringContaining(words) })
    },
  )
})
