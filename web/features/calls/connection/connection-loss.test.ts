import { expect, test } from 'vitest'
import { participantTimeout } from '#shared/contracts/calls/calls.schemas.ts'
import { classifyConnectionLoss } from './connection-loss.ts'

test('classifyConnectionLoss returns "brief" after one failed request and "long" after participantTimeout', () => {
  expect(classifyConnectionLoss(participantTimeout, true)).toBe('long')
  expect(classifyConnectionLoss(participantTimeout, false)).toBe('long')
  expect(classifyConnectionLoss(participantTimeout - 1, true)).toBe('brief')
  expect(classifyConnectionLoss(participantTimeout - 1, false)).toBe('brief')
  expect(classifyConnectionLoss(0, true)).toBe('brief')
  expect(classifyConnectionLoss(0, false)).toBeUndefined()
})
