import { expect, test } from 'vitest'
import { parseCallParticipantStatus } from './peer-connection.ts'

test('parseCallParticipantStatus drops names, ids and non-boolean values from a received status', () => {
  const word = {
    kind: 'state',
    isMuted: true,
    isHandUp: 'ya',
    fullName: 'Pengerusi Kelab',
    userId: 1,
    dev: {},
    stream: null,
  }
  expect(parseCallParticipantStatus(word)).toEqual({
    isMuted: true,
    isCameraOff: false,
    isSharing: false,
    isHandUp: false,
    isReduced: false,
  })
})
