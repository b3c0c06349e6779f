import { expect, test } from 'vitest'
import { readSigns } from './peer.ts'

test('what somebody in a call says of themselves changes neither their name nor what others see', () => {
  const word = {
    kind: 'state',
    isMuted: true,
    isHandUp: 'ya',
    fullName: 'Pengerusi Kelab',
    userId: 1,
    dev: {},
    stream: null,
  }
  expect(readSigns(word)).toEqual({
    isMuted: true,
    isCameraOff: false,
    isSharing: false,
    isHandUp: false,
    isReduced: false,
  })
})
