import { describe, expect, test } from 'vitest'
import { readSettingsFromEnvironment } from './env.ts'

const secret = '0123456789abcdefghijklmnopqrstuvwxyz'
const database = { DATABASE_URL: 'postgresql://u:p@db/perantau', SECRET_KEY: secret }

describe('settings', () => {
  test('without settings the server listens on localhost with the embedded database in demo mode', () => {
    expect(readSettingsFromEnvironment({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      isDemo: true,
      APP_NAME: 'Perantau',
    })
  })

  test('with DATABASE_URL the server listens on all interfaces and is not in demo mode', () => {
    expect(readSettingsFromEnvironment(database)).toMatchObject({ HOST: '0.0.0.0', isDemo: false })
  })

  test('with DATABASE_URL, headquarters and system administrators need a second factor unless REQUIRE_2FA says otherwise', () => {
    expect(readSettingsFromEnvironment({}).REQUIRE_2FA).toEqual([])
    expect(readSettingsFromEnvironment(database).REQUIRE_2FA).toEqual(['system_admin', 'hq_admin'])
    expect(readSettingsFromEnvironment({ ...database, REQUIRE_2FA: 'none' }).REQUIRE_2FA).toEqual([])
    expect(readSettingsFromEnvironment({ REQUIRE_2FA: 'member, hq_admin' }).REQUIRE_2FA).toEqual([
      'member',
      'hq_admin',
    ])
  })

  test('readSettingsFromEnvironment parses LOGIN_LIMITS and TRUST_PROXY', () => {
    const settings = readSettingsFromEnvironment({
      LOGIN_LIMITS: '3/10,20/2',
      TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
    })
    expect(settings.LOGIN_LIMITS).toEqual({
      account: { failures: 3, minutes: 10 },
      address: { failures: 20, minutes: 2 },
    })
    expect(settings.TRUST_PROXY).toEqual(['10.0.0.1', '10.1.0.0/16'])
  })

  test('readSettingsFromEnvironment treats an empty environment variable as unset', () => {
    expect(readSettingsFromEnvironment({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toMatchObject({
      PORT: 3000,
      isDemo: true,
    })
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['REQUIRE_2FA', 'raja'],
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['PUBLIC_URL', 'perantau.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://perantau.example/kelab'],
    ['PUBLIC_URL', 'https://perantau.example/?x=1'],
    ['PUBLIC_URL', 'https://perantau.example/#x'],
    ['PUBLIC_URL', 'https://nama:rahsia@perantau.example'],
    ['TRUST_PROXY', 'semua'],
    ['TRUST_PROXY', 'abc'],
    ['TRUST_PROXY', '1.2.3'],
    ['TRUST_PROXY', '10.0.0.1/99'],
    ['LOGIN_LIMITS', '0/0,0/0'],
    ['AVATAR_SERVICE_URL', 'avatars'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['OIDC_ISSUER', 'accounts.example.org'],
    ['OIDC_ISSUER', 'http://accounts.example.org'],
    ['OIDC_ISSUER', 'http://127.0.0.1.example.org'],
    ['GOOGLE_CLIENT_ID', 'sahaja'],
    ['TURN_URL', 'turn:turn.example.org'],
    ['TURN_SECRET', 'rahsia-geganti-0123456789'],
    ['STUN_URLS', 'stun.example.org'],
    ['JANUS_URL', 'http://127.0.0.1:8088/janus'],
    ['JANUS_URL', 'janus.example.org'],
    ['JANUS_SECRET', 'rahsia-janus-0123456789'],
    ['JANUS_ROOM_KEY', 'pendek'],
    ['STUN_URLS', 'stun:stun.example.org, https://stun.example.org'],
    ['VAPID_PUBLIC_KEY', 'pendek'],
    ['VAPID_PRIVATE_KEY', 'pendek'],
    ['VAPID_SUBJECT', 'admin@example.org'],
    ['VAPID_SUBJECT', 'mailto:nobody'],
    ['TEST_PUSH_URL', 'http://push.example.org'],
    ['TEST_PUSH_URL', 'https://127.0.0.1'],
    ['SECRET_KEY', 'pendek'],
    ['SECRET_KEY', 'a'.repeat(64)],
    ['SESSION_DAYS', '0'],
    ['ADMIN_IDLE_HOURS', '-1'],
    ['LOGIN_LIMITS', '5'],
    ['LOG_LEVEL', 'loud'],
  ])('the invalid setting %s=%s stops the start with a message that names it', (name, value) => {
    expect(() => readSettingsFromEnvironment({ [name]: value })).toThrow(name)
  })

  test('the setting TURN_URL accepts one or several TURN servers together with a long TURN_SECRET', () => {
    const relay = {
      TURN_URL: 'turn:turn.example.org?transport=udp',
      TURN_SECRET: 'rahsia-geganti-0123456789',
    }
    expect(readSettingsFromEnvironment(relay).TURN_URL).toEqual([relay.TURN_URL])
    const several = 'turn:[2001:db8::1]:3478, turns:turn.example.org:5349?transport=tcp'
    expect(readSettingsFromEnvironment({ ...relay, TURN_URL: several }).TURN_URL).toEqual(several.split(', '))
    expect(
      readSettingsFromEnvironment({ STUN_URLS: 'stun:a.example.org,stun:b.example.org:3478' }).STUN_URLS,
    ).toHaveLength(2)
    for (const TURN_URL of ['stun:turn.example.org', 'turn:', 'turn:x/y', 'https://turn.example.org']) {
      expect(() => readSettingsFromEnvironment({ ...relay, TURN_URL })).toThrow('TURN_URL is not usable')
    }
    expect(() => readSettingsFromEnvironment({ ...relay, TURN_SECRET: 'pendek' })).toThrow(
      'TURN_SECRET is not usable',
    )
  })

  test('the setting PUBLIC_URL is reduced to scheme, host and port, as browsers send them in the Origin header', () => {
    expect(readSettingsFromEnvironment({ PUBLIC_URL: 'https://Perantau.Example/' }).PUBLIC_URL).toBe(
      'https://perantau.example',
    )
  })

  test('DATABASE_URL requires SECRET_KEY, DATABASE_OWNER_URL requires DATABASE_URL, and S3_URL requires S3_KEY_ID', () => {
    expect(() => readSettingsFromEnvironment({ DATABASE_URL: database.DATABASE_URL })).toThrow(
      'SECRET_KEY is missing',
    )
    expect(() => readSettingsFromEnvironment({ DATABASE_OWNER_URL: database.DATABASE_URL })).toThrow(
      'DATABASE_OWNER_URL',
    )
    expect(() =>
      readSettingsFromEnvironment({ S3_URL: 'https://s3.example.org', S3_BUCKET: 'muat-naik' }),
    ).toThrow('S3_KEY_ID')
    expect(() => readSettingsFromEnvironment({ S3_URL: 'ftp://s3.example.org' })).toThrow('S3_URL')
  })

  test('an error message about a setting never contains its value', () => {
    expect(() => readSettingsFromEnvironment({ SECRET_KEY: 'rahsia-pendek' })).not.toThrow('rahsia-pendek')
  })
})
