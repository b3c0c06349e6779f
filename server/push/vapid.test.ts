import { expect, test } from 'vitest'
import webPush from 'web-push'
import { readSettings } from '#server/env.ts'
import { secretFrom } from '#server/secret.ts'
import { openVapid } from './vapid.ts'

const secret = secretFrom('0123456789abcdefghijklmnopqrstuvwxyz')
const other = secretFrom('another-key-0123456789abcdefghijklmn')

test('keys follow from the secret: the same at every start, others under another secret', () => {
  const vapid = openVapid(readSettings({}), secret)
  expect(vapid).toEqual(openVapid(readSettings({}), secret))
  expect(vapid.publicKey).toMatch(/^B[\w-]{86}$/)
  expect(vapid.privateKey).toMatch(/^[\w-]{43}$/)
  expect(vapid.publicKey).not.toBe(openVapid(readSettings({}), other).publicKey)
})

test('the operator’s own are taken, if they belong together', () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const given = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
  expect(openVapid(readSettings(given), secret)).toMatchObject({ publicKey, privateKey })
  const mixed = { ...given, VAPID_PUBLIC_KEY: webPush.generateVAPIDKeys().publicKey }
  expect(() => openVapid(readSettings(mixed), secret)).toThrow('VAPID_PUBLIC_KEY is not the public half')
  const none = { ...given, VAPID_PRIVATE_KEY: 'A'.repeat(43) }
  expect(() => openVapid(readSettings(none), secret)).toThrow('VAPID_PRIVATE_KEY is not a key')
  expect(() => readSettings({ VAPID_PUBLIC_KEY: publicKey })).toThrow('VAPID_PRIVATE_KEY')
})

test('push services are told whom to write to', () => {
  const subject = (env: NodeJS.ProcessEnv) => openVapid(readSettings(env), secret).subject
  expect(subject({ VAPID_SUBJECT: 'mailto:admin@contoh.my' })).toBe('mailto:admin@contoh.my')
  expect(subject({ PUBLIC_URL: 'https://perantau.example' })).toBe('https://perantau.example')
  expect(subject({ MAIL_FROM: 'Perantau <surat@contoh.my>' })).toBe('mailto:surat@contoh.my')
})
