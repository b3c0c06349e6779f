import { lookup } from 'node:dns'
import { expect, test } from 'vitest'
import { deliverPush } from './deliver-push.ts'
import {
  isPublicIpAddress,
  isValidPushEndpointUrl,
  lookupPublicAddress,
  PrivateAddressError,
} from './push-endpoint.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('isPublicIpAddress rejects the private, reserved or invalid address %s', address => {
  expect(isPublicIpAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '142.250.4.95', '2607:f8b0:4004:c07::5f', '2a00:1450::1'])(
  'isPublicIpAddress accepts the public address %s',
  address => {
    expect(isPublicIpAddress(address)).toBe(true)
  },
)

test('isValidPushEndpointUrl accepts the endpoints of known push services and the configured test service', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ]) {
    expect(isValidPushEndpointUrl(endpoint, {})).toBe(true)
  }
  expect(isValidPushEndpointUrl('http://127.0.0.1:4000/a', {})).toBe(false)
  expect(isValidPushEndpointUrl('http://127.0.0.1:4000/a', { TEST_PUSH_URL: 'http://127.0.0.1:4000' })).toBe(
    true,
  )
  expect(isValidPushEndpointUrl('http://127.0.0.1:4001/a', { TEST_PUSH_URL: 'http://127.0.0.1:4000' })).toBe(
    false,
  )
})

test('a push is not sent to an endpoint whose host name resolves to the local machine', async () => {
  // The test is meaningful only if the DNS resolver knows the name localhost, so the test checks this first.
  await new Promise<void>((resolve, reject) =>
    lookup('localhost', error => (error ? reject(error) : resolve())),
  )
  const lookupResult = new Promise((resolve, reject) =>
    lookupPublicAddress('localhost', {}, (error, address) => (error ? reject(error) : resolve(address))),
  )
  await expect(lookupResult).rejects.toBeInstanceOf(PrivateAddressError)
  const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
  const device = { endpoint: 'https://localhost/a', p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
  const envelope = { payload: '{}', topic: 'a', ttl: 1, isUrgent: false }
  const vapid = {
    subject: 'mailto:a@contoh.my',
    publicKey: key,
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  }
  expect(await deliverPush(device, envelope, vapid)).toBe('gone')
  // A device with an invalid encryption key is refused before the DNS lookup.
  expect(await deliverPush({ ...device, p256dh: 'B' }, envelope, vapid)).toBe('refused')
})
