// Tests calls with more than six participants through a real Janus server. Skipped where Janus is not installed.
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { queryDatabase } from '#e2e/support/database.ts'
import { createMember, expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys, openPageSignedInAsMember, selectPersonInDialog } from '#e2e/support/members.ts'
import { forwardPorts } from '#e2e/support/ports.ts'
import { startSecondServerInstance } from '#e2e/support/second-instance.ts'
import { hasJanus, startFakeJanusServer } from '#server/test/fakes/janus.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ['--use-fake-device-for-media-stream', '--allow-loopback-in-peer-connection']
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

const cleanups: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

const findCallRegion = (page: Page) => page.getByRole('dialog', { name: /^Panggilan suara · / })

/** Records all WebRTC connections of the page, so that the test can read their statistics. */
function recordConnections(): void {
  const lines: RTCPeerConnection[] = []
  class RecordedConnection extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      lines.push(this)
    }
  }
  Object.assign(window, { lines, RTCPeerConnection: RecordedConnection })
  // Echo and noise cancellation are off, because they would overload a machine with eight browsers.
  const { mediaDevices } = navigator
  const openMedia = mediaDevices.getUserMedia.bind(mediaDevices)
  const rawAudio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  mediaDevices.getUserMedia = constraints =>
    openMedia({ ...constraints, audio: constraints?.audio ? rawAudio : false })
}

/** Returns the number of other participants whose audio was decrypted and decoded, not only received. */
const countAudibleParticipants = (page: Page) =>
  page.evaluate(async () => {
    const { lines } = window as unknown as { lines: RTCPeerConnection[] }
    const reports = await Promise.all(lines.map(connection => connection.getStats()))
    const stats = reports.flatMap(report => [...report.values()])
    return stats.filter(
      ({ type, kind, totalAudioEnergy }) =>
        type === 'inbound-rtp' && kind === 'audio' && totalAudioEnergy > 0.0001,
    ).length
  })

async function openPagesOfMembers(browser: Browser, names: string[]): Promise<Page[]> {
  const host = { permissions: ['microphone'], baseURL: `http://localhost:${forwardPorts.program}` }
  const pages: Page[] = []
  for (const name of names) {
    const page = await openPageSignedInAsMember(browser, await createMember(name), host)
    await page.addInitScript(recordConnections)
    await createEncryptionKeys(page)
    pages.push(page)
  }
  return pages
}

async function createGroup(page: Page, name: string, others: string[]): Promise<void> {
  await page.goto('/communication')
  await page.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Nama kumpulan/).fill(name)
  for (const person of others) await selectPersonInDialog(page, person)
  await dialog.getByRole('button', { name: 'Cipta kumpulan' }).click()
}

async function joinCall(page: Page, action: 'Hubungi' | 'Sertai'): Promise<void> {
  const button = findCallRegion(page).getByRole('button', { name: action, exact: true })
  await button.click()
  // With eight browsers on one machine joining takes long, so the test clicks the button to join until it works.
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 })
    await expect(findCallRegion(page).getByRole('button', { name: 'Tamatkan panggilan' })).toBeVisible()
  }).toPass({ timeout: 120_000 })
}

/** Starts a recording in the Janus media server, as a malicious operator of this server could do. */
async function startRecording(
  settings: { JANUS_URL: string; JANUS_SECRET: string },
  folder: string,
  groupName: string,
) {
  mkdirSync(folder)
  const [row] = await queryDatabase<{ room: string; pin: string }>(
    `select c.room, c.room_pin as pin from calls c join message_groups g on g.id = c.group_id
      where g.name = $1 and c.ended_at is null`,
    [groupName],
  )
  const callJanus = async (path: string, body: object) => {
    const message = { transaction: 'rakam', apisecret: settings.JANUS_SECRET, ...body }
    const response = await fetch(settings.JANUS_URL + path, { method: 'POST', body: JSON.stringify(message) })
    return (await response.json()) as { data?: { id: number } }
  }
  const session = (await callJanus('', { janus: 'create' })).data?.id
  const handle = (await callJanus(`/${session}`, { janus: 'attach', plugin: 'janus.plugin.videoroom' })).data
    ?.id
  const room = Number(row?.room)
  const secret = row?.pin
  const edit = { request: 'edit', room, secret, new_rec_dir: folder }
  await callJanus(`/${session}/${handle}`, { janus: 'message', body: edit })
  const start = { request: 'enable_recording', room, secret, record: true }
  await callJanus(`/${session}/${handle}`, { janus: 'message', body: start })
  return {
    stop: () => callJanus(`/${session}/${handle}`, { janus: 'message', body: { ...start, record: false } }),
  }
}

/** Reads the packets of a Janus recording: a file header, then each packet with marker, time and length. */
function readPayloads(file: string): Buffer[] {
  const content = readFileSync(file)
  expect(content.toString('latin1', 0, 8)).toBe('MJR00002')
  const payloads: Buffer[] = []
  for (let offset = 10 + content.readUInt16BE(8); offset + 10 <= content.length; ) {
    expect(content.toString('latin1', offset, offset + 4)).toBe('MEET')
    const end = offset + 10 + content.readUInt16BE(offset + 8)
    // The last packet may be incomplete while Janus is still writing.
    if (end > content.length) break
    payloads.push(stripRtpHeader(content.subarray(offset + 10, end)))
    offset = end
  }
  return payloads
}

function stripRtpHeader(packet: Buffer): Buffer {
  const [first = 0] = packet
  let offset = 12 + (first & 0x0f) * 4
  if (first & 0x10) offset += 4 + packet.readUInt16BE(offset + 2) * 4
  return packet.subarray(offset)
}

/** Shannon entropy in bits per byte: close to 8 for ciphertext, less for plain audio. */
function computeEntropy(bytes: Buffer): number {
  const counts = new Array<number>(256).fill(0)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  return counts
    .filter(Boolean)
    .reduce((sum, count) => sum - (count / bytes.length) * Math.log2(count / bytes.length), 0)
}

test('eight participants talk through a media server that sees only ciphertext, and continue after one of them leaves', {
  tag: '@long',
}, async ({ browser }) => {
  test.skip(!hasJanus, 'Janus is not installed')
  const janus = await startFakeJanusServer(forwardPorts.janus)
  cleanups.push(janus.stop)
  const instance = await startSecondServerInstance(forwardPorts.program, janus.settings)
  cleanups.push(instance.stop)
  const names = Array.from({ length: 8 }, (_, n) => makeUnique(`Ahli${n}`))
  const pages = await openPagesOfMembers(browser, names)
  const [first, ...others] = pages as [Page, ...Page[]]
  const groupName = makeUnique('Mesyuarat Agung')
  await createGroup(first, groupName, names.slice(1))
  await first.getByRole('button', { name: 'Mulakan panggilan suara' }).click()
  await expect(findCallRegion(first).getByText('pelayan panggilan', { exact: false })).toBeVisible()
  await joinCall(first, 'Hubungi')
  // All members accept while the call is ringing, and join one after the other.
  await Promise.all(others.map(page => page.getByRole('button', { name: 'Terima', exact: true }).click()))
  for (const page of others) await joinCall(page, 'Sertai')
  for (const page of pages) {
    await expect(findCallRegion(page).getByRole('figure')).toHaveCount(8)
    await expect.poll(() => countAudibleParticipants(page)).toBe(7)
  }

  // The recording of the media server contains only ciphertext; each frame is encrypted and numbered.
  const folder = join(janus.folder, 'rakaman')
  const recording = await startRecording(janus.settings, folder, groupName)
  const listRecordings = () => readdirSync(folder).map(name => join(folder, name))
  const readLargestSize = () => Math.max(0, ...listRecordings().map(file => statSync(file).size))
  await expect.poll(readLargestSize).toBeGreaterThan(30_000)
  await recording.stop()
  const files = listRecordings().map(readPayloads)
  const payloads = files.toSorted((a, b) => b.length - a.length)[0] ?? []
  expect(payloads.length).toBeGreaterThan(50)
  for (const payload of payloads) expect([...payload.subarray(-11, -9)]).toEqual([1, 1])
  const ciphertext = Buffer.concat(payloads.map(payload => payload.subarray(1, -11)))
  expect(computeEntropy(ciphertext)).toBeGreaterThan(7.9)

  // After one participant has left the call, the others still hear each other, with new keys.
  const leaving = others.at(-1) as Page
  await findCallRegion(leaving).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(findCallRegion(first).getByRole('figure')).toHaveCount(7)
  const readAudioEnergy = () =>
    first.evaluate(async () => {
      const { lines } = window as unknown as { lines: RTCPeerConnection[] }
      const reports = await Promise.all(lines.map(connection => connection.getStats()))
      const stats = reports.flatMap(report => [...report.values()])
      const inbound = stats.filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio')
      return inbound.reduce((sum, { totalAudioEnergy = 0 }) => sum + totalAudioEnergy, 0)
    })
  const before = await readAudioEnergy()
  await expect.poll(readAudioEnergy).toBeGreaterThan(before * 1.05)
  for (const page of pages) await page.context().close()
})
