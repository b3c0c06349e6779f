import { expect, test } from 'vitest'
import webPush from 'web-push'
import { readSettingsFromEnvironment } from '#server/env.ts'
import { deriveSecret } from '#server/secret.ts'
import { loadVapidKeys } from './vapid.ts'

const secret = deriveSecret('0123456789abcdefghijklmnopqrstuvwxyz')
const other = deriveSecret('another-key-0123456789abcdefghijklmn')

test('VAPID keys are derived from the server secret and are the same at every start', () => {
  const vapid = loadVapidKeys(readSettingsFromEnvironment({}), secret)
  expect(vapid).toEqual(loadVapidKeys(readSettingsFromEnvironment({}), secret))
  expect(vapid.publicKey).toMatch(/^B[\w-]{86}$/)
  expect(vapid.privateKey).toMatch(/^[\w-]{43}$/)
  expect(vapid.publicKey).not.toBe(loadVapidKeys(readSettingsFromEnvironment({}), other).publicKey)
})

test('configured VAPID keys are used when public and private key match, and rejected otherwise', () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const configured = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
  expect(loadVapidKeys(readSettingsFromEnvironment(configured), secret)).toMatchObject({
    publicKey,
    privateKey,
  })
  const mixed = { ...configured, VAPID_PUBLIC_KEY: webPush.generateVAPIDKeys().publicKey }
  expect(() => loadVapidKeys(readSettingsFromEnvironment(mixed), secret)).toThrow(
    'VAPID_PUBLIC_KEY does not match VAPID_PRIVATE_KEY',
  )
  const invalid = { ...configured, VAPID_PRIVATE_KEY: 'A'.repeat(43) }
  expect(() => loadVapidKeys(readSettingsFromEnvironment(invalid), secret)).toThrow(
    'VAPID_PRIVATE_KEY is not a valid P-256 private key',
  )
  expect(() => readSettingsFromEnvironment({ VAPID_PUBLIC_KEY: publicKey })).toThrow('VAPID_PRIVATE_KEY')
})

test('the VAPID subject is the configured contact, otherwise PUBLIC_URL or the sender address of mails', () => {
  const readVapidSubject = (env: NodeJS.ProcessEnv) =>
    loadVapidKeys(readSettingsFromEnvironment(env), secret).subject
  expect(readVapidSubject({ VAPID_SUBJECT: 'mailto:admin@contoh.my' })).toBe('mailto:admin@contoh.my')
  expect(readVapidSubject({ PUBLIC_URL: 'https://perantau.example' })).toBe('https://perantau.example')
  expect(readVapidSubject({ MAIL_FROM: 'Perantau <surat@contoh.my>' })).toBe('mailto:surat@contoh.my')
})
