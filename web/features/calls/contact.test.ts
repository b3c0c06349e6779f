import { expect, test } from 'vitest'
import { callPatience } from '#shared/contracts/calls.ts'
import { cutOffAfter } from './contact.ts'

test('classifyConnectionLoss returns long from participantTimeout on, and brief before that after a failed or slow request', () => {
  expect(cutOffAfter(callPatience, true)).toBe('long')
  expect(cutOffAfter(callPatience, false)).toBe('long')
  expect(cutOffAfter(callPatience - 1, true)).toBe('brief')
  expect(cutOffAfter(callPatience - 1, false)).toBe('brief')
  expect(cutOffAfter(0, true)).toBe('brief')
  expect(cutOffAfter(0, false)).toBeUndefined()
})
