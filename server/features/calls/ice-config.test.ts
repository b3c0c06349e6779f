import { describe, expect, test } from 'vitest'
import { createEncryptedTestGroup, joinCall } from '#server/test/chat/call-members.ts'
import { publishEncryptionKeysOfTestMember } from '#server/test/chat/e2ee-members.ts'
import { createTestApp } from '#server/test/harness/app.ts'
import { buildIceConfig } from './ice-config.ts'

const turnSettings = { TURN_URL: 'turns:turn.example.org:5349', TURN_SECRET: 'rahsia-geganti-0123456789' }
const noServers = { TURN_URL: undefined, TURN_SECRET: undefined, STUN_URLS: undefined }

describe('buildIceConfig', () => {
  test('with TURN the ICE configuration is relay-only and its HMAC credential equals the one that openssl computes', () => {
    const settings = {
      ...turnSettings,
      TURN_URL: [turnSettings.TURN_URL],
      STUN_URLS: ['stun:stun.example.org'],
    }
    expect(buildIceConfig(settings, 42, 1_800_000_000_000)).toEqual({
      iceServers: [
        {
          urls: [turnSettings.TURN_URL],
          username: '1800021600:42',
          credential: 'SYQzZvPCIvqA0LgKZOtLcUU5hg4=',
        },
      ],
      isRelayOnly: true,
    })
  })

  test('without TURN the ICE configuration allows direct connections and lists the configured STUN servers', () => {
    expect(buildIceConfig(noServers, 42)).toEqual({ iceServers: [], isRelayOnly: false })
    const urls = ['stun:a.example.org', 'stun:b.example.org:3478']
    expect(buildIceConfig({ ...noServers, STUN_URLS: urls }, 42)).toEqual({
      iceServers: [{ urls }],
      isRelayOnly: false,
    })
  })

  test('the response to a request to join a call contains TURN credentials only when the user may join', async () => {
    const { app, database, asNew } = await createTestApp(turnSettings)
    const [ali, stranger] = [
      await publishEncryptionKeysOfTestMember(await asNew()),
      await publishEncryptionKeysOfTestMember(await asNew()),
    ]
    const groupId = await createEncryptedTestGroup(database.db, [ali])
    const answer = await joinCall(ali, groupId)
    expect(answer.json()).toMatchObject({
      isRelayOnly: true,
      iceServers: [
        { urls: [turnSettings.TURN_URL], username: expect.stringMatching(`^\\d{10}:${ali.user.id}$`) },
      ],
    })
    expect(answer.body).not.toContain(turnSettings.TURN_SECRET)
    expect((await joinCall(stranger, groupId)).body).not.toContain('credential')
    await app.close()
    await database.close()
  })
})
