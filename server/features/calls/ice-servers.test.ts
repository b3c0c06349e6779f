import { describe, expect, test } from 'vitest'
import { createTestApp } from '#server/test/app.ts'
import { buildCallGroup, joinCall } from '#server/test/calls.ts'
import { withKeys } from '#server/test/e2ee.ts'
import { waysFor } from './ice-servers.ts'

const relay = { TURN_URL: 'turns:turn.example.org:5349', TURN_SECRET: 'rahsia-geganti-0123456789' }
const none = { TURN_URL: undefined, TURN_SECRET: undefined, STUN_URLS: undefined }

describe('the way to each other', () => {
  test('with a relay: through it alone, with what `openssl dgst -sha1 -hmac` says of who and until when', () => {
    const settings = { ...relay, TURN_URL: [relay.TURN_URL], STUN_URLS: ['stun:stun.example.org'] }
    expect(waysFor(settings, 42, 1_800_000_000_000)).toEqual({
      iceServers: [
        { urls: [relay.TURN_URL], username: '1800021600:42', credential: 'SYQzZvPCIvqA0LgKZOtLcUU5hg4=' },
      ],
      isRelayOnly: true,
    })
  })

  test('without one: directly, with the help of servers that are named', () => {
    expect(waysFor(none, 42)).toEqual({ iceServers: [], isRelayOnly: false })
    const urls = ['stun:a.example.org', 'stun:b.example.org:3478']
    expect(waysFor({ ...none, STUN_URLS: urls }, 42)).toEqual({ iceServers: [{ urls }], isRelayOnly: false })
  })

  test('is told to whoever joins, and to nobody who is refused', async () => {
    const { app, database, asNew } = await createTestApp(relay)
    const [ali, stranger] = [await withKeys(await asNew()), await withKeys(await asNew())]
    const groupId = await buildCallGroup(database.db, [ali])
    const answer = await joinCall(ali, groupId)
    expect(answer.json()).toMatchObject({
      isRelayOnly: true,
      iceServers: [{ urls: [relay.TURN_URL], username: expect.stringMatching(`^\\d{10}:${ali.user.id}$`) }],
    })
    expect(answer.body).not.toContain(relay.TURN_SECRET)
    expect((await joinCall(stranger, groupId)).body).not.toContain('credential')
    await app.close()
    await database.close()
  })
})
