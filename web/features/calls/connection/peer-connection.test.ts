import { expect, test } from 'vitest'
import { parseParticipantStatus } from './peer-connection.ts'

test('parseParticipantStatus drops names, ids and non-boolean values from a received status', () => {
  const word = {
    kind: 'state',
    isMuted: true,
    isHandUp: 'ya',
    fullName: 'Pengerusi Kelab',
    userId: 1,
    dev: {},
    stream: null,
  }
  expect(parseParticipantStatus(word)).toEqual({
    isMuted: true,
    isCameraOff: false,
    isSharing: false,
    isHandUp: false,
    isReduced: false,
  })
})
