// More than six, through a real Janus; where it is not installed nothing of this can be tried.
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { hasJanus, startJanus } from '#server/test/janus.ts'
import { query } from './database.ts'
import { expect, newMember, test, unique } from './fixtures.ts'
import { comeByKeys, enterAs, pick } from './people.ts'
import { forwardPorts } from './place.ts'
import { startBeside } from './program.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ['--use-fake-device-for-media-stream', '--allow-loopback-in-peer-connection']
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

const stops: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const call = (page: Page) => page.getByRole('dialog', { name: /^Panggilan Suara · / })

/** Kept where the test can ask them what arrived. */
function rememberLines(): void {
  const lines: RTCPeerConnection[] = []
  class Remembered extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      lines.push(this)
    }
  }
  Object.assign(window, { lines, RTCPeerConnection: Remembered })
  // Taking echo and noise out of eight voices is too much for one machine, and not what is shown here.
  const { mediaDevices } = navigator
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  const bare = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  mediaDevices.getUserMedia = wanted => ask({ ...wanted, audio: wanted?.audio ? bare : false })
}

/** From how many others sound was really opened and heard, not merely received. */
const heard = (page: Page) =>
  page.evaluate(async () => {
    const { lines } = window as unknown as { lines: RTCPeerConnection[] }
    const reports = await Promise.all(lines.map(line => line.getStats()))
    const stats = reports.flatMap(report => [...report.values()])
    return stats.filter(
      ({ type, kind, totalAudioEnergy }) =>
        type === 'inbound-rtp' && kind === 'audio' && totalAudioEnergy > 0.0001,
    ).length
  })

async function gather(browser: Browser, names: string[]): Promise<Page[]> {
  const host = { permissions: ['microphone'], baseURL: `http://localhost:${forwardPorts.program}` }
  const pages: Page[] = []
  for (const name of names) {
    const page = await enterAs(browser, await newMember(name), host)
    await page.addInitScript(rememberLines)
    await comeByKeys(page)
    pages.push(page)
  }
  return pages
}

async function makeGroup(page: Page, name: string, others: string[]): Promise<void> {
  await page.goto('/communication')
  await page.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Nama kumpulan/).fill(name)
  for (const person of others) await pick(page, person)
  await dialog.getByRole('button', { name: 'Cipta kumpulan' }).click()
}

async function enter(page: Page, action: 'Panggil' | 'Sertai'): Promise<void> {
  const button = call(page).getByRole('button', { name: action, exact: true })
  await button.click()
  // Eight browsers on one machine: getting in takes its time, and who is told to try again in a moment does.
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 })
    await expect(call(page).getByRole('button', { name: 'Tamatkan panggilan' })).toBeVisible()
  }).toPass({ timeout: 120_000 })
}

/** The operator of the forwarding server tries to listen: what it keeps of the sound, packet by packet. */
async function record(
  settings: { JANUS_URL: string; JANUS_SECRET: string },
  folder: string,
  groupName: string,
) {
  mkdirSync(folder)
  const [row] = await query<{ room: string; pin: string }>(
    `select c.room, c.room_pin as pin from calls c join message_groups g on g.id = c.group_id
      where g.name = $1 and c.ended_at is null`,
    [groupName],
  )
  const ask = async (path: string, body: object) => {
    const message = { transaction: 'rakam', apisecret: settings.JANUS_SECRET, ...body }
    const answer = await fetch(settings.JANUS_URL + path, { method: 'POST', body: JSON.stringify(message) })
    return (await answer.json()) as { data?: { id: number } }
  }
  const session = (await ask('', { janus: 'create' })).data?.id
  const handle = (await ask(`/${session}`, { janus: 'attach', plugin: 'janus.plugin.videoroom' })).data?.id
  const room = Number(row?.room)
  const secret = row?.pin
  const edit = { request: 'edit', room, secret, new_rec_dir: folder }
  await ask(`/${session}/${handle}`, { janus: 'message', body: edit })
  const start = { request: 'enable_recording', room, secret, record: true }
  await ask(`/${session}/${handle}`, { janus: 'message', body: start })
  return {
    stop: () => ask(`/${session}/${handle}`, { janus: 'message', body: { ...start, record: false } }),
  }
}

/** Of a recording of Janus: its head, then each packet with a name, a moment and its length before it. */
function payloadsOf(file: string): Buffer[] {
  const whole = readFileSync(file)
  expect(whole.toString('latin1', 0, 8)).toBe('MJR00002')
  const payloads: Buffer[] = []
  for (let at = 10 + whole.readUInt16BE(8); at + 10 <= whole.length; ) {
    expect(whole.toString('latin1', at, at + 4)).toBe('MEET')
    const end = at + 10 + whole.readUInt16BE(at + 8)
    // What is still being written.
    if (end > whole.length) break
    payloads.push(behindHead(whole.subarray(at + 10, end)))
    at = end
  }
  return payloads
}

function behindHead(packet: Buffer): Buffer {
  const [first = 0] = packet
  let at = 12 + (first & 0x0f) * 4
  if (first & 0x10) at += 4 + packet.readUInt16BE(at + 2) * 4
  return packet.subarray(at)
}

/** How evenly bytes are spread: 8 bits a byte is noise, words and sound have less. */
function entropyOf(bytes: Buffer): number {
  const counts = new Array<number>(256).fill(0)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  return counts
    .filter(Boolean)
    .reduce((sum, count) => sum - (count / bytes.length) * Math.log2(count / bytes.length), 0)
}

test('eight talk through a server that hears noise; who leaves gets no more keys', { tag: '@long' }, async ({
  browser,
}) => {
  test.skip(!hasJanus, 'Janus is not installed')
  const janus = await startJanus(forwardPorts.janus)
  stops.push(janus.stop)
  const instance = await startBeside(forwardPorts.program, janus.settings)
  stops.push(instance.stop)
  const names = Array.from({ length: 8 }, (_, n) => unique(`Ahli${n}`))
  const pages = await gather(browser, names)
  const [first, ...others] = pages as [Page, ...Page[]]
  const groupName = unique('Mesyuarat Agung')
  await makeGroup(first, groupName, names.slice(1))
  await first.getByRole('button', { name: 'Mulakan panggilan suara' }).click()
  await expect(call(first).getByText('pelayan panggilan', { exact: false })).toBeVisible()
  await enter(first, 'Panggil')
  // All at once, before it stops ringing; they enter one after the other.
  await Promise.all(others.map(page => page.getByRole('button', { name: 'Terima', exact: true }).click()))
  for (const page of others) await enter(page, 'Sertai')
  for (const page of pages) {
    await expect(call(page).getByRole('figure')).toHaveCount(8)
    await expect.poll(() => heard(page)).toBe(7)
  }

  // What arrives at the server's own recording is noise, frame by frame sealed and numbered.
  const folder = join(janus.folder, 'rakaman')
  const recording = await record(janus.settings, folder, groupName)
  const recorded = () => readdirSync(folder).map(name => join(folder, name))
  const longest = () => Math.max(0, ...recorded().map(file => statSync(file).size))
  await expect.poll(longest).toBeGreaterThan(30_000)
  await recording.stop()
  const files = recorded().map(payloadsOf)
  const payloads = files.toSorted((a, b) => b.length - a.length)[0] ?? []
  expect(payloads.length).toBeGreaterThan(50)
  for (const payload of payloads) expect([...payload.subarray(-11, -9)]).toEqual([1, 1])
  const sealed = Buffer.concat(payloads.map(payload => payload.subarray(1, -11)))
  expect(entropyOf(sealed)).toBeGreaterThan(7.9)

  // Whoever leaves: the others go on hearing each other, with other keys.
  const leaving = others.at(-1) as Page
  await call(leaving).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(call(first).getByRole('figure')).toHaveCount(7)
  const energy = () =>
    first.evaluate(async () => {
      const { lines } = window as unknown as { lines: RTCPeerConnection[] }
      const reports = await Promise.all(lines.map(line => line.getStats()))
      const stats = reports.flatMap(report => [...report.values()])
      const inbound = stats.filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio')
      return inbound.reduce((sum, { totalAudioEnergy = 0 }) => sum + totalAudioEnergy, 0)
    })
  const before = await energy()
  await expect.poll(energy).toBeGreaterThan(before * 1.05)
  for (const page of pages) await page.context().close()
})
