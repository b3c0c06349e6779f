import { expect, test } from 'vitest'
import { isInternalRedirectTarget } from './paths.ts'

test('isInternalRedirectTarget accepts paths of this site and rejects external URLs and API paths', () => {
  for (const path of ['/', '/clubs?page=2', '/activities/7#x', '/apis'])
    expect([path, isInternalRedirectTarget(path)]).toEqual([path, true])
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
    expect([path, isInternalRedirectTarget(path)]).toEqual([path, false])
})
