// Configures the Opus audio codec in an SDP (description of a WebRTC connection) to save bandwidth and CPU.
// DTX (discontinuous transmission) sends no packets during silence, because most participants only listen.

/** Duration of an audio packet in milliseconds in large calls: twice the default of 20, so half as many packets. */
export const longPacketDuration = 40

/**
 * Adds DTX and, if set, the packet duration (ms) to a remote SDP. Browsers configure their own encoder by the remote
 * SDP.
 */
export function addOpusSettingsToSdp(sdp: string, packetDuration?: number): string {
  const payloadType = /^a=rtpmap:(\d+) opus\//m.exec(sdp)?.[1]
  if (payloadType === undefined) return sdp
  const fmtpPrefix = `a=fmtp:${payloadType} `
  const lines = sdp.split('\r\n').filter(line => packetDuration === undefined || !line.startsWith('a=ptime:'))
  const hasFmtp = lines.some(line => line.startsWith(fmtpPrefix))
  return lines
    .flatMap(line => {
      if (line.startsWith(fmtpPrefix)) return [line.includes('usedtx=') ? line : `${line};usedtx=1`]
      if (!line.startsWith(`a=rtpmap:${payloadType} `)) return [line]
      return [
        line,
        ...(hasFmtp ? [] : [`${fmtpPrefix}usedtx=1`]),
        ...(packetDuration === undefined ? [] : [`a=ptime:${packetDuration}`]),
      ]
    })
    .join('\r\n')
}
