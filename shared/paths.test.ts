import { expect, test } from 'vitest'
import { isOwnPath } from './paths.ts'

test('somebody is led on within the program alone', () => {
  for (const path of ['/', '/clubs?page=2', '/activities/7#x', '/apis'])
    expect([path, isOwnPath(path)]).toEqual([path, true])
  for (const path of [
    '',
    'clubs',
    'https://jahat.example',
    '//jahat.example',
    '/\\jahat.example',
    '/clubs\\..',
    'javascript:alert(1)',
    '/\tjahat.example',
    '/api',
    '/API/users',
  ])
    expect([path, isOwnPath(path)]).toEqual([path, false])
})
