import { expect, test } from 'vitest'
import { listAudit } from '#shared/contracts/audit/audit.endpoints.ts'
import { readClub } from '#shared/contracts/clubs/clubs.endpoints.ts'
import { ApiError, buildEndpointUrl } from './api.ts'

test('ApiError.message consists of the status and the body, or of the status and its text when the body is empty', () => {
  expect(new ApiError(404, 'Tiada', 'Not Found').message).toBe('404: Tiada')
  expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway')
})

test('ApiError reads message and field errors from a JSON body and ignores other bodies', () => {
  const body = JSON.stringify({
    code: 'bad_input',
    message: 'Semak borang.',
    fields: { email: 'Format email tidak sah' },
  })
  expect(new ApiError(400, body, '')).toMatchObject({
    text: 'Semak borang.',
    fields: { email: 'Format email tidak sah' },
  })
  expect(new ApiError(500, '<html>', '')).toMatchObject({ text: '', fields: {} })
})

test('buildEndpointUrl adds only query parameters that have a value, percent-encoded', () => {
  expect(buildEndpointUrl(listAudit)).toBe('/api/audit')
  expect(buildEndpointUrl(listAudit, { query: { page: 2, search: '' } })).toBe('/api/audit?page=2')
  expect(buildEndpointUrl(listAudit, { query: { search: 'a&b=c' } })).toBe('/api/audit?search=a%26b%3Dc')
  expect(buildEndpointUrl(readClub, { params: { id: 7 } })).toBe('/api/clubs/7')
})
