import { describe, expect, test } from 'vitest'
import { addOpusSettingsToSdp, longPacketDuration } from './add-opus-settings-to-sdp.ts'

const buildSdp = (...audioLines: string[]) =>
  [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
    'a=rtpmap:111 opus/48000/2',
    ...audioLines,
    'a=rtpmap:0 PCMU/8000',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'a=rtpmap:96 VP8/90000',
    'a=fmtp:96 max-fr=30',
    '',
  ].join('\r\n')

describe('addOpusSettingsToSdp', () => {
  test('addOpusSettingsToSdp adds usedtx=1 to existing Opus parameters only once', () => {
    const configured = addOpusSettingsToSdp(
      buildSdp('a=rtcp-fb:111 transport-cc', 'a=fmtp:111 minptime=10;useinbandfec=1'),
    )
    expect(configured).toBe(
      buildSdp('a=rtcp-fb:111 transport-cc', 'a=fmtp:111 minptime=10;useinbandfec=1;usedtx=1'),
    )
    expect(addOpusSettingsToSdp(configured)).toBe(configured)
  })

  test('addOpusSettingsToSdp adds an fmtp line when the SDP has no Opus parameters', () => {
    expect(addOpusSettingsToSdp(buildSdp())).toBe(buildSdp('a=fmtp:111 usedtx=1'))
  })

  test('addOpusSettingsToSdp replaces ptime by the given packet duration and keeps an existing usedtx', () => {
    const configured = addOpusSettingsToSdp(buildSdp('a=fmtp:111 usedtx=0', 'a=ptime:20'), longPacketDuration)
    expect(configured).toBe(buildSdp('a=ptime:40', 'a=fmtp:111 usedtx=0'))
  })

  test('addOpusSettingsToSdp returns an SDP without Opus unchanged', () => {
    const sdpWithoutOpus = 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 VP8/90000\r\n'
    expect(addOpusSettingsToSdp(sdpWithoutOpus, longPacketDuration)).toBe(sdpWithoutOpus)
  })
})
