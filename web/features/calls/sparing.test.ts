import { describe, expect, test } from 'vitest'
import { longPieces, spareSilence } from './sparing.ts'

const described = (...sound: string[]) =>
  [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
    'a=rtpmap:111 opus/48000/2',
    ...sound,
    'a=rtpmap:0 PCMU/8000',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'a=rtpmap:96 VP8/90000',
    'a=fmtp:96 max-fr=30',
    '',
  ].join('\r\n')

describe('what a browser is told of the sound that the other side wants', () => {
  test('no packets of silence, beside what was agreed already', () => {
    const spared = spareSilence(
      described('a=rtcp-fb:111 transport-cc', 'a=fmtp:111 minptime=10;useinbandfec=1'),
    )
    expect(spared).toBe(
      described('a=rtcp-fb:111 transport-cc', 'a=fmtp:111 minptime=10;useinbandfec=1;usedtx=1'),
    )
    expect(spareSilence(spared)).toBe(spared)
  })

  test('also where nothing was agreed', () => {
    expect(spareSilence(described())).toBe(described('a=fmtp:111 usedtx=1'))
  })

  test('in longer pieces among many, and in no others', () => {
    const spared = spareSilence(described('a=fmtp:111 usedtx=0', 'a=ptime:20'), longPieces)
    expect(spared).toBe(described('a=ptime:40', 'a=fmtp:111 usedtx=0'))
  })

  test('a description without such sound stays as it is', () => {
    const bare = 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 VP8/90000\r\n'
    expect(spareSilence(bare, longPieces)).toBe(bare)
  })
})
