import { expect, test } from 'vitest'
import { ApiError } from './api.ts'

test('the message is the status, a colon and the body, or the status text where there is none', () => {
  expect(new ApiError(404, 'Tiada', 'Not Found').message).toBe('404: Tiada')
  expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway')
})

test('what the server says to a person is kept apart', () => {
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
