// How sound is described to a browser, so that it sends no more than is needed. Who is silent sends next to nothing: of
// many in a call one speaks, and the others would cost every phone among them as much as if they did.

/** Longer pieces: half as many to send, forward, seal and open, for a delay that nobody notices among many. */
export const longPieces = 40

/** What the other side is said to want; the browser that is told so keeps to it. */
export function spareSilence(sdp: string, milliseconds?: number): string {
  const opus = /^a=rtpmap:(\d+) opus\//m.exec(sdp)?.[1]
  if (opus === undefined) return sdp
  const settings = `a=fmtp:${opus} `
  const own = sdp.split('\r\n').filter(line => milliseconds === undefined || !line.startsWith('a=ptime:'))
  const isSet = own.some(line => line.startsWith(settings))
  return own
    .flatMap(line => {
      if (line.startsWith(settings)) return [line.includes('usedtx=') ? line : `${line};usedtx=1`]
      if (!line.startsWith(`a=rtpmap:${opus} `)) return [line]
      return [
        line,
        ...(isSet ? [] : [`${settings}usedtx=1`]),
        ...(milliseconds === undefined ? [] : [`a=ptime:${milliseconds}`]),
      ]
    })
    .join('\r\n')
}
