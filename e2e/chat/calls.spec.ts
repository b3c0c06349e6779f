// Tests calls between real browsers with simulated cameras: ringing, media, devices, screen sharing and attacks.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { findMessageLog, sendChatMessageAndWait } from '#e2e/support/chat-page.ts'
import { queryDatabase } from '#e2e/support/database.ts'
import { createMember, expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys, openPageSignedInAsMember, selectPersonInDialog } from '#e2e/support/members.ts'
import { relayPorts } from '#e2e/support/ports.ts'
import { startSecondServerInstance } from '#e2e/support/second-instance.ts'
import type { SignalPart } from '#shared/contracts/calls/calls.schemas.ts'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { createIdentityKeys, generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import { encryptCallSignal } from '#web/lib/e2ee/message/call-signal.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = [
      // Chromium's second fake camera cannot be sent over WebRTC, so a test uses the third one as a second camera.
      // Chromium therefore simulates three cameras, of which the third behaves like the first.
      // Encoding and decoding five frames per second costs a fraction of the CPU time of the default twenty.
      '--use-fake-device-for-media-stream=device-count=3,fps=5',
      // Chromium answers the dialog that asks which screen to share automatically.
      '--use-fake-ui-for-media-stream',
      '--allow-loopback-in-peer-connection',
    ]
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

const withCamera = { permissions: ['camera', 'microphone'] }
const findCallRegion = (page: Page) => page.getByRole('dialog', { name: /^Panggilan (video|suara) · / })
const findParticipantTile = (page: Page, name: string) => findCallRegion(page).getByRole('figure', { name })

/** Expects that the video of the given participant keeps receiving frames. */
async function expectMovingPicture(participant: Locator): Promise<void> {
  const countFrames = () =>
    participant
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  const before = await countFrames()
  await expect.poll(countFrames).toBeGreaterThan(before + 2)
}

/** Confirms the preview of the user's own camera once its video is shown. */
async function confirmPreview(page: Page, action: 'Hubungi' | 'Sertai'): Promise<void> {
  const button = findCallRegion(page).getByRole('button', { name: action, exact: true })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(findCallRegion(page).getByRole('button', { name: 'Tamatkan panggilan' })).toBeVisible()
}

async function startCallInDirectMessage(page: Page, name: string): Promise<void> {
  await page.goto('/communication')
  await page.getByRole('searchbox', { name: 'Cari kumpulan atau ahli' }).fill(name)
  await page.getByRole('region', { name: 'Ahli', exact: true }).getByRole('button').first().click()
}

/** Simulates a malicious server that replaces call signals on their way to the given page. */
async function interceptCallSignals(
  page: Page,
  change: (part: SignalPart) => Promise<SignalPart>,
): Promise<void> {
  await page.routeWebSocket(/socket\.io/, route => {
    const server = route.connectToServer()
    let queue: Promise<unknown> = Promise.resolve()
    server.onMessage(message => {
      queue = queue.then(async () => {
        const event = /^42(\["call-signal",.*\])$/s.exec(String(message))?.[1]
        if (!event) return route.send(message)
        const [name, part] = JSON.parse(event) as [string, SignalPart]
        route.send(`42${JSON.stringify([name, await change(part)])}`)
      })
    })
  })
}

/** Creates the connection offer that an attacker in the middle of a call would send. */
async function createAttackOffer(page: Page): Promise<RTCSessionDescriptionInit> {
  return page.evaluate(async () => {
    const connection = new RTCPeerConnection()
    Object.assign(window, { connection })
    connection.addTransceiver('video', { direction: 'recvonly' })
    await connection.setLocalDescription()
    return connection.localDescription?.toJSON() as RTCSessionDescriptionInit
  })
}

/** Expects that a call detects a man-in-the-middle attacker, who signs call signals with keys other than the users'. */
async function expectAttackDetected(
  browser: Browser,
  { ali, siti, aliName }: { ali: Page; siti: Page; aliName: string },
): Promise<void> {
  const attacker = await (await browser.newContext()).newPage()
  await attacker.goto(siti.url())
  const offer = await createAttackOffer(attacker)
  const [sitiCard, aliCard] = await Promise.all(
    [siti, ali].map(
      async page => ((await (await page.request.get('/api/keys/me')).json()) as MyKeys).card as Card,
    ),
  )
  if (!sitiCard || !aliCard) throw new Error('no cards')
  const forger = await createIdentityKeys(generateKeySeed(), aliCard.userId, aliCard.gen)
  let replacedSignals = 0
  await interceptCallSignals(siti, async part => {
    replacedSignals++
    const { callId, from, fromDev, toDev } = part
    const frame = { callId, from, fromDev, to: sitiCard.userId, toDev }
    const signal = { kind: 'description', description: offer }
    return { ...part, part: 1, of: 1, sealed: await encryptCallSignal(forger, sitiCard, frame, 1, signal) }
  })
  await siti.reload()
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await confirmPreview(ali, 'Hubungi')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await findCallRegion(siti).getByRole('button', { name: 'Sertai', exact: true }).click()
  await expect(
    findCallRegion(siti).getByText('maklumat sambungan telah diubah', { exact: false }),
  ).toBeVisible()
  expect(replacedSignals).toBeGreaterThan(0)
  await expect(findParticipantTile(siti, aliName)).toHaveCount(0)
  const decoded = await attacker.evaluate(async () => {
    const { connection } = window as unknown as { connection: RTCPeerConnection }
    const stats = [...(await connection.getStats()).values()]
    return stats.reduce((sum, stat) => sum + (stat.framesDecoded ?? 0), 0)
  })
  expect(decoded).toBe(0)
  await attacker.context().close()
}

/** Records connections, media tracks, ring tones and vibrations of the page, for later assertions. */
function recordMedia(): void {
  const lines: RTCPeerConnection[] = []
  const tracks: MediaStreamTrack[] = []
  class RecordedConnection extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      lines.push(this)
    }
  }
  const devices = navigator.mediaDevices
  const openMedia = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async constraints => {
    const stream = await openMedia(constraints)
    tracks.push(...stream.getTracks())
    return stream
  }
  const record = { lines, tracks, tones: 0, shakes: 0 }
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (when) {
    record.tones++
    return start.call(this, when)
  }
  navigator.vibrate = pattern => {
    if (pattern !== 0) record.shakes++
    return true
  }
  Object.assign(window, { kept: record, RTCPeerConnection: RecordedConnection })
}

interface MediaRecord {
  lines: RTCPeerConnection[]
  tracks: MediaStreamTrack[]
  tones: number
  shakes: number
}

const readRingCount = (page: Page) =>
  page.evaluate(() => {
    const { tones, shakes } = (window as unknown as { kept: MediaRecord }).kept
    return { tones, shakes }
  })

/** Returns the kinds of the cameras and microphones that the page has open. */
const readOpenTracks = (page: Page) =>
  page.evaluate(() => {
    const { tracks } = (window as unknown as { kept: MediaRecord }).kept
    return tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind)
  })

/**
 * State and ICE user name of the newest WebRTC connection; the ICE user name changes when the connection is established
 * again.
 */
const readConnection = (page: Page) =>
  page.evaluate(() => {
    const connection = (window as unknown as { kept: MediaRecord }).kept.lines.at(-1)
    const iceUsername = /a=ice-ufrag:(\S+)/.exec(connection?.currentLocalDescription?.sdp ?? '')?.[1] ?? ''
    return { name: iceUsername, state: connection?.connectionState }
  })

async function startCall(page: Page, kind: 'video' | 'suara' = 'video'): Promise<void> {
  await page.getByRole('button', { name: `Mulakan panggilan ${kind}` }).click()
}

async function expectInViewport(button: Locator, page: Page): Promise<void> {
  const box = await button.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(
    true,
  )
}

async function declineCall(
  ali: Page,
  siti: Page,
  names: { aliName: string; sitiName: string },
): Promise<void> {
  // A call rings with sound on whatever page the callee has open. The callee can decline the call with a message.
  await startCall(ali)
  for (const point of [
    'disulitkan hujung ke hujung',
    'Tiada rakaman disimpan',
    'Jangan kongsi maklumat sensitif',
    'boleh melihat alamat rangkaian (IP)',
  ]) {
    await expect(findCallRegion(ali).getByText(point, { exact: false })).toBeVisible()
  }
  await confirmPreview(ali, 'Hubungi')
  await expect(findCallRegion(ali).getByText('Sedang dihubungi...')).toBeVisible()
  await expect(siti.getByText(`${names.aliName} sedang menghubungi anda`)).toBeVisible()
  await siti.getByRole('heading', { name: 'Panggilan video' }).click()
  await expect.poll(async () => (await readRingCount(siti)).tones).toBeGreaterThan(0)
  expect((await readRingCount(siti)).shakes).toBeGreaterThan(0)
  await siti.getByRole('button', { name: 'Tolak dengan mesej' }).click()
  await siti.getByRole('menuitem', { name: /^Saya tidak dapat bercakap/ }).click()
  await expect(findCallRegion(ali).getByText('Panggilan ditolak')).toBeVisible()
  await expect(findCallRegion(ali).getByRole('button', { name: 'Hubungi semula' })).toBeVisible()
  await findCallRegion(ali).getByRole('button', { name: 'Tutup' }).last().click()
  await expect(siti.getByText(`${names.aliName} sedang menghubungi anda`)).toBeHidden()
  await expect(findMessageLog(ali)).toContainText('Saya tidak dapat bercakap sekarang.')
  // The chat marks the record of the call as information from the server.
  await expect(findMessageLog(ali)).toContainText('Panggilan video tidak dijawab')
  await expect(findMessageLog(ali)).toContainText('catatan pelayan')
  await expect(findMessageLog(ali).getByRole('button', { name: 'Hubungi semula' })).toBeVisible()
}

/**
 * The call continues in a corner while the user visits other pages, and beside the chat. Ending it asks for
 * confirmation.
 */
async function useAppDuringCall(ali: Page, siti: Page, sitiName: string): Promise<void> {
  await ali.keyboard.press('Escape')
  await expect(ali.getByRole('dialog', { name: 'Tamatkan panggilan?' })).toBeVisible()
  await ali.getByRole('button', { name: 'Kecilkan' }).last().click()
  await ali.getByRole('link', { name: 'Kelab', exact: true }).first().click()
  await expect(ali).toHaveURL(/\/clubs/)
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  // A change of language waits until the call has ended, because the change reloads the page and would end the call.
  await ali.getByRole('button', { name: 'Menu akaun' }).click()
  await ali.getByRole('menuitem', { name: 'Tetapan' }).click()
  await ali.getByRole('button', { name: /^Bahasa/ }).click()
  await ali.getByRole('radio', { name: 'English' }).click()
  const note = ali.getByText(
    'Bahasa baharu dipaparkan selepas panggilan ini tamat dan halaman dimuat semula.',
  )
  await expect(note).toBeVisible()
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  await ali.getByRole('radio', { name: 'Bahasa Melayu' }).click()
  await expect(note).toBeHidden()
  await ali.getByRole('button', { name: 'Besarkan panggilan' }).click()
  await findCallRegion(ali).getByRole('button', { name: 'Perbualan' }).click()
  const text = makeUnique('semasa panggilan')
  await ali.getByRole('textbox', { name: /^Mesej kepada/ }).fill(text)
  await ali.getByRole('textbox', { name: /^Mesej kepada/ }).press('Enter')
  await expect(findMessageLog(ali)).toContainText(text)
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  await ali.getByRole('button', { name: 'Besarkan panggilan' }).click()
  await siti.setViewportSize({ width: 360, height: 640 })
  for (const name of ['Matikan mikrofon', 'Matikan kamera', 'Angkat tangan', 'Perbualan', 'Lagi']) {
    await expectInViewport(findCallRegion(siti).getByRole('button', { name }), siti)
  }
  await expectInViewport(findCallRegion(siti).getByRole('button', { name: 'Tamatkan panggilan' }), siti)
  // The back button of a phone makes the call small. The page behind the call does not change.
  await siti.goBack()
  await siti.getByRole('button', { name: 'Besarkan panggilan' }).click()
  await expect(siti).toHaveURL(/\/clubs/)
}

/** Opens pages of two members with keys who have never exchanged a message. The first has the direct message open. */
async function openPagesOfPair(browser: Browser, contextOptions: BrowserContextOptions) {
  const [aliName, sitiName] = [makeUnique('Ali'), makeUnique('Siti')]
  const [aliMail = '', sitiMail = ''] = await Promise.all([createMember(aliName), createMember(sitiName)])
  const [ali, siti] = [
    await openPageSignedInAsMember(browser, aliMail, contextOptions),
    await openPageSignedInAsMember(browser, sitiMail, contextOptions),
  ]
  for (const page of [ali, siti]) await page.addInitScript(recordMedia)
  await createEncryptionKeys(siti)
  await startCallInDirectMessage(ali, sitiName)
  return { ali, siti, aliName, sitiName }
}

test('a call between two members is accepted, survives a reload and ends for both, and a forged call signal is detected', async ({
  browser,
  expectAccessible,
}) => {
  test.slow()
  const { ali, siti, aliName, sitiName } = await openPagesOfPair(browser, withCamera)
  await expect(ali.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await siti.goto('/clubs')

  // After the callee has accepted the call, each participant sees the video of the other.
  await startCall(ali)
  await expectAccessible(ali, '[role=dialog]')
  await confirmPreview(ali, 'Hubungi')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await confirmPreview(siti, 'Sertai')
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  await expectMovingPicture(findParticipantTile(siti, aliName))
  await expectAccessible(ali, '[role=dialog]')

  // A participant sees when the other turns the microphone or camera off. The browser releases a camera that is off.
  await findCallRegion(ali).getByRole('button', { name: 'Matikan mikrofon' }).click()
  await expect(
    findParticipantTile(siti, aliName).getByRole('img', { name: 'Mikrofon dimatikan' }),
  ).toBeVisible()
  await findCallRegion(ali).getByRole('button', { name: 'Angkat tangan' }).click()
  await expect(
    findParticipantTile(siti, aliName).getByRole('img', { name: 'Mengangkat tangan' }),
  ).toBeVisible()
  await findCallRegion(ali).getByRole('button', { name: 'Matikan kamera' }).click()
  await expect(findParticipantTile(siti, aliName).locator('video')).toBeHidden()
  expect(await readOpenTracks(ali)).toEqual(['audio'])
  await findCallRegion(ali).getByRole('button', { name: 'Hidupkan kamera' }).click()
  await expect(findParticipantTile(siti, aliName).locator('video')).toBeVisible()
  await expectMovingPicture(findParticipantTile(siti, aliName))

  // In a call, the Escape key closes only the open menu and does not end the call.
  await findCallRegion(ali).getByRole('button', { name: 'Lagi' }).click()
  await expect(ali.getByRole('menuitem', { name: 'Peranti' })).toBeVisible()
  await ali.keyboard.press('Escape')
  await expect(ali.getByRole('menuitem', { name: 'Peranti' })).toBeHidden()
  await expect(ali.getByRole('dialog', { name: 'Tamatkan panggilan?' })).toHaveCount(0)

  // When one participant reloads the page, the other one waits, nothing rings, and the same call continues.
  siti.once('dialog', dialog => void dialog.accept())
  await siti.reload()
  await expect(findCallRegion(ali).getByText(`Menunggu ${sitiName} kembali`, { exact: false })).toBeVisible()
  await expect(siti.getByText(`${aliName} sedang menunggu anda`)).toBeVisible()
  await expect(siti.getByText(`${aliName} sedang menghubungi anda`)).toHaveCount(0)
  await expectAccessible(siti)
  await siti.getByRole('button', { name: 'Kembali ke panggilan' }).click()
  await confirmPreview(siti, 'Sertai')
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  await expectMovingPicture(findParticipantTile(siti, aliName))

  // When one participant ends the call, it ends for both, and camera and microphone are released.
  await findCallRegion(ali).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(findCallRegion(siti).getByText('Panggilan telah tamat')).toBeVisible()
  await expect(findCallRegion(siti).getByText(/Tempoh \d+:\d\d/)).toBeVisible()
  for (const page of [ali, siti]) await expect.poll(() => readOpenTracks(page)).toEqual([])
  await findCallRegion(siti).getByRole('button', { name: 'Tutup' }).last().click()
  await expect(findMessageLog(ali)).toContainText(/Panggilan video, (kurang seminit|\d+ minit)/)

  // A server that forges call signals is detected and does not receive the video.
  await expectAttackDetected(browser, { ali, siti, aliName })
  for (const page of [ali, siti]) await page.context().close()
})

/** Returns the label of the camera or microphone whose media track the page sends. */
const readSentDevice = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate(wantedKind => {
    const senders = (window as unknown as { kept: MediaRecord }).kept.lines.at(-1)?.getSenders() ?? []
    return senders.map(({ track }) => track).find(track => track?.kind === wantedKind)?.label ?? ''
  }, kind)

async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await findCallRegion(page).getByRole('button', { name: 'Lagi' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Chooses the last device in a list of cameras or microphones and returns its label. */
async function chooseDevice(page: Page, kind: string): Promise<string> {
  const panel = page.getByRole('dialog', { name: 'Peranti' })
  await panel.getByRole('combobox', { name: kind }).click()
  const option = page.getByRole('listbox', { name: kind }).getByRole('option').last()
  const label = await option.innerText()
  await option.click()
  return label
}

async function changeDevices(ali: Page, siti: Page, { aliName, sitiName }: Record<string, string>) {
  await chooseFromMenu(ali, 'Peranti')
  for (const [kind, name] of [
    ['video', 'Kamera'],
    ['audio', 'Mikrofon'],
  ] as const) {
    const before = await readSentDevice(ali, kind)
    const label = await chooseDevice(ali, name)
    expect(label).not.toBe(before)
    await expect.poll(() => readSentDevice(ali, kind)).toBe(label)
  }
  await chooseDevice(ali, 'Pembesar suara')
  const readSpeaker = () =>
    findParticipantTile(ali, String(sitiName))
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.sinkId)
  await expect.poll(readSpeaker).not.toBe('')
  await ali.keyboard.press('Escape')
  await expect(ali.getByRole('dialog', { name: 'Peranti' })).toBeHidden()
  // The call and its video continue after changing devices.
  await expectMovingPicture(findParticipantTile(siti, String(aliName)))
  const before = await readSentDevice(ali, 'video')
  await chooseFromMenu(ali, 'Tukar kamera depan/belakang')
  await expect.poll(() => readSentDevice(ali, 'video')).not.toBe(before)
  expect(await readOpenTracks(ali)).toHaveLength(2)
}

async function shareScreen(ali: Page, siti: Page, aliName: string): Promise<void> {
  const camera = await readSentDevice(ali, 'video')
  await chooseFromMenu(ali, 'Kongsi skrin')
  await expect(findParticipantTile(siti, aliName).getByText('Berkongsi skrin')).toBeVisible()
  expect(await readSentDevice(ali, 'video')).not.toBe(camera)
  await expectMovingPicture(findParticipantTile(siti, aliName))
  // A shared screen is shown without cropping, so that text at its edges stays readable.
  await expect(findParticipantTile(siti, aliName).locator('video')).toHaveCSS('object-fit', 'contain')
  await chooseFromMenu(ali, 'Berhenti kongsi skrin')
  await expect(findParticipantTile(siti, aliName).getByText('Berkongsi skrin')).toBeHidden()
  await expect(findParticipantTile(siti, aliName).locator('video')).toBeHidden()
  await findCallRegion(ali).getByRole('button', { name: 'Hidupkan kamera' }).click()
  await expectMovingPicture(findParticipantTile(siti, aliName))
}

/** Opens picture-in-picture where the browser supports it. */
async function openPictureInPicture(page: Page): Promise<void> {
  const isSupported = await page.evaluate(() => document.pictureInPictureEnabled)
  if (isSupported) await chooseFromMenu(page, 'Gambar dalam gambar')
  const readPictureElement = () => page.evaluate(() => document.pictureInPictureElement?.tagName ?? '')
  await expect.poll(readPictureElement).toBe(isSupported ? 'VIDEO' : '')
}

test('after a declined call, a second call is accepted, continues with another camera, another microphone and a shared screen, and survives a network loss', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const { ali, siti, aliName, sitiName } = await openPagesOfPair(browser, withCamera)
  await expect(ali.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await siti.goto('/clubs')
  await declineCall(ali, siti, { aliName, sitiName })
  await startCall(ali)
  await confirmPreview(ali, 'Hubungi')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await confirmPreview(siti, 'Sertai')
  await expectMovingPicture(findParticipantTile(siti, aliName))
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  await useAppDuringCall(ali, siti, sitiName)
  await changeDevices(ali, siti, { aliName, sitiName })
  await shareScreen(ali, siti, aliName)
  await openPictureInPicture(ali)

  // While the server is unreachable the call continues; after the reconnect a new WebRTC connection is established.
  const before = await readConnection(siti)
  await siti.context().setOffline(true)
  await expect(
    findCallRegion(siti).getByText('Sambungan ke pelayan terputus', { exact: false }),
  ).toBeVisible()
  await siti.context().setOffline(false)
  await expect(findCallRegion(siti).getByText('Sambungan ke pelayan terputus', { exact: false })).toBeHidden()
  await expect.poll(async () => (await readConnection(siti)).name).not.toBe(before.name)
  await expect.poll(async () => (await readConnection(siti)).state).toBe('connected')
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  for (const page of [ali, siti]) await page.context().close()
})

/** Creates a group of the given members, owned by the first, and opens the group on the page of each. */
async function createOpenGroup(pages: Page[], names: string[]): Promise<string> {
  const [first] = pages as [Page]
  const name = makeUnique('Mesyuarat')
  for (const page of pages.slice(1)) await createEncryptionKeys(page)
  await first.goto('/communication')
  await first.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  await first
    .getByRole('dialog')
    .getByLabel(/^Nama kumpulan/)
    .fill(name)
  for (const person of names.slice(1)) await selectPersonInDialog(first, person)
  await first.getByRole('dialog').getByRole('button', { name: 'Cipta kumpulan' }).click()
  for (const page of pages.slice(1)) {
    await page.goto('/communication?tab=custom')
    await page.getByRole('button', { name: new RegExp(name) }).click()
  }
  return name
}

test('in a call of three members, one joins late, one is removed by the owner, and one leaves by closing the page', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const names = [makeUnique('Ali'), makeUnique('Siti'), makeUnique('Mei')]
  const [aliName = '', sitiName = '', meiName = ''] = names
  const mails = await Promise.all(names.map(name => createMember(name)))
  const [ali, siti, mei] = (await Promise.all(
    mails.map(mail => openPageSignedInAsMember(browser, mail, withCamera)),
  )) as [Page, Page, Page]
  const name = await createOpenGroup([ali, siti, mei], names)
  await startCall(ali)
  await confirmPreview(ali, 'Hubungi')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await confirmPreview(siti, 'Sertai')
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  await findCallRegion(siti).getByRole('button', { name: 'Matikan kamera' }).click()
  await expect(findParticipantTile(ali, sitiName).locator('video')).toBeHidden()

  // Although both processor cores are busy, each participant sees the video of all others, or a text that says why not.
  const loads = [1, 2].map(() => spawn('timeout', ['120', 'sh', '-c', 'while :; do :; done']))
  // On a busy machine the call may have stopped ringing by now, but the chat still shows a button to join the call.
  const acceptButton = mei.getByRole('button', { name: 'Terima', exact: true })
  await acceptButton
    .or(mei.getByRole('button', { name: 'Sertai panggilan' }))
    .first()
    .click()
  await confirmPreview(mei, 'Sertai')
  for (const [page, other] of [
    [mei, aliName],
    [ali, meiName],
    [siti, meiName],
    [siti, aliName],
  ] as const) {
    const videoOrReason = findParticipantTile(page, other)
      .locator('video:visible')
      .or(findParticipantTile(page, other).getByText('Suara sahaja: sambungan lemah'))
    await expect(videoOrReason.first()).toBeVisible()
    await expect(findParticipantTile(page, other).getByText(/^Menyambung/)).toHaveCount(0)
  }
  for (const load of loads) load.kill()
  // A participant who joins late sees that another participant had turned the camera off before.
  await expect(findParticipantTile(mei, sitiName).locator('video')).toBeHidden()
  await expectMovingPicture(findParticipantTile(mei, aliName))

  const { id } = (await (await ali.request.get('/api/groups')).json()).find(
    (group: { name: string }) => group.name === name,
  )
  const { id: sitiId } = await (await siti.request.get('/api/auth/me')).json()
  const removal = await ali.request.delete(`/api/groups/${id}/members`, { data: { userIds: [sitiId] } })
  expect(removal.status()).toBe(204)
  await expect(findParticipantTile(mei, sitiName)).toHaveCount(0)
  await expect(findParticipantTile(ali, sitiName)).toHaveCount(0)
  await expect(findCallRegion(siti).getByText('Anda tidak lagi berada dalam panggilan ini')).toBeVisible()
  await expectMovingPicture(findParticipantTile(ali, meiName))

  // Closing the page asks for confirmation. Afterwards the participant has left, and the remaining one sees a text.
  mei.on('dialog', dialog => void dialog.accept())
  await mei.close({ runBeforeUnload: true })
  await expect(findParticipantTile(ali, meiName)).toHaveCount(0)
  await expect(findCallRegion(ali).getByText('Tiada orang lain dalam panggilan ini sekarang')).toBeVisible()
  for (const page of [ali, siti, mei]) await page.context().close()
})

test('a voice call rings in two windows and is answered in one, and a second caller is told that the member is busy', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const names = [makeUnique('Ali'), makeUnique('Siti'), makeUnique('Mei')]
  const [aliName = '', sitiName = '', meiName = ''] = names
  const mails = await Promise.all(names.map(name => createMember(name)))
  const [ali, siti, mei] = (await Promise.all(
    mails.map(mail => openPageSignedInAsMember(browser, mail, withCamera)),
  )) as [Page, Page, Page]
  for (const page of [ali, siti, mei]) await page.addInitScript(recordMedia)
  await createEncryptionKeys(siti)
  const secondWindow = await siti.context().newPage()
  for (const page of [siti, secondWindow]) await page.goto('/clubs')
  await startCallInDirectMessage(ali, sitiName)
  await startCall(ali, 'suara')
  await confirmPreview(ali, 'Hubungi')
  const findRinging = (page: Page, name: string) => page.getByText(`${name} sedang menghubungi anda`)
  for (const page of [siti, secondWindow]) await expect(findRinging(page, aliName)).toBeVisible()
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await confirmPreview(siti, 'Sertai')
  await expect(findRinging(secondWindow, aliName)).toBeHidden()
  await expect(findParticipantTile(ali, sitiName)).toBeVisible()
  await expect(findCallRegion(ali).getByRole('button', { name: /kamera/ })).toHaveCount(0)
  expect(await readOpenTracks(ali)).toEqual(['audio'])
  await expect(findParticipantTile(ali, sitiName)).toHaveAttribute('data-speaking', 'true')

  // The second caller learns that the callee is already in a call, and the callee can switch to the second call.
  await startCallInDirectMessage(mei, sitiName)
  await startCall(mei)
  await confirmPreview(mei, 'Hubungi')
  await expect(
    findCallRegion(mei).getByText(`${sitiName} sedang dalam panggilan lain`, { exact: false }),
  ).toBeVisible()
  await expect(findRinging(siti, meiName)).toBeVisible()
  // On the smallest phone, the buttons of both calls can be reached: of the running one and of the waiting one.
  await siti.setViewportSize({ width: 360, height: 640 })
  await siti.goBack()
  await siti.getByRole('button', { name: 'Besarkan panggilan' }).click({ trial: true })
  await siti.getByRole('button', { name: 'Tamatkan dan terima' }).click()
  await expect(findCallRegion(ali).getByText('Panggilan telah tamat')).toBeVisible()
  await confirmPreview(siti, 'Sertai')
  await expectMovingPicture(findParticipantTile(mei, sitiName))
  for (const page of [ali, siti, mei]) await page.context().close()
})

const turnserver = process.env.TURNSERVER ?? ['/usr/bin/turnserver'].find(path => existsSync(path))

/** Returns the candidate types (host, relay …) of both ends of the WebRTC connection that carries the media. */
async function readCandidateTypes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { lines } = (window as unknown as { kept: MediaRecord }).kept
    const stats = [...((await lines.at(-1)?.getStats())?.values() ?? [])]
    const pair = stats.find(
      ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
    )
    return [pair?.localCandidateId, pair?.remoteCandidateId].map(
      candidateId => stats.find(({ id }) => id === candidateId)?.candidateType ?? '',
    )
  })
}

test('while the server publishes forged keys in the name of a user, the user can neither start nor accept a call, and no camera opens', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, siti } = await openPagesOfPair(browser, withCamera)
  const startButton = ali.getByRole('button', { name: 'Mulakan panggilan video' })
  await expect(startButton).toBeVisible()
  // A new conversation appears for the recipient once it contains a message.
  await sendChatMessageAndWait(ali, 'Hai')
  const chatUrl = new URL(ali.url()).pathname + new URL(ali.url()).search
  await siti.goto(chatUrl)
  await expect(findMessageLog(siti).getByText('Hai', { exact: true })).toBeVisible()
  const { card } = (await (await ali.request.get('/api/keys/me')).json()) as MyKeys
  if (!card) throw new Error('no card')
  const forged = await createIdentityKeys(generateKeySeed(), card.userId, card.gen + 1)
  await queryDatabase('insert into user_keys (user_id, gen, card) values ($1, $2, $3)', [
    card.userId,
    forged.card.gen,
    JSON.stringify(forged.card),
  ])
  const joinRequests: string[] = []
  ali.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/call')) joinRequests.push(request.url())
  })
  await ali.reload()
  await expect(
    ali.getByRole('alert').filter({ hasText: 'Kunci lain diterbitkan atas nama anda' }),
  ).toBeVisible()
  await expect(findMessageLog(ali)).toBeVisible()
  await expect(startButton).toHaveCount(0)

  // While forged keys are published, calls still ring, but accepting one shows the security warning and no camera.
  await siti.reload()
  await siti.getByRole('button', { name: 'Sahkan kunci baharu' }).click()
  await startCall(siti)
  await confirmPreview(siti, 'Hubungi')
  await ali.getByRole('button', { name: 'Terima', exact: true }).click()
  await expect(findCallRegion(ali).getByRole('alert')).toContainText(
    'Jawab amaran itu sebelum membuat panggilan',
  )
  await expectAccessible(ali, '[role=dialog]')
  await expect(findCallRegion(ali).getByRole('button', { name: 'Sertai', exact: true })).toHaveCount(0)
  expect(await readOpenTracks(ali)).toEqual([])
  expect(joinRequests).toEqual([])
  for (const page of [ali, siti]) await page.context().close()
})

test('with a TURN server configured, a call uses relayed connections only', async ({ browser }) => {
  test.skip(!turnserver, 'coturn is not installed')
  test.slow()
  const [ports, secret] = [relayPorts, 'rahsia-geganti-untuk-ujian']
  const relay = spawn(String(turnserver), [
    '-n',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--log-file',
    'stdout',
    '--realm',
    'perantau.test',
    '--listening-ip',
    '127.0.0.1',
    '--relay-ip',
    '127.0.0.1',
    '--listening-port',
    String(ports.relay),
    '--use-auth-secret',
    '--static-auth-secret',
    secret,
    '--allow-loopback-peers',
    '--min-port',
    String(ports.from),
    '--max-port',
    String(ports.from + 40),
    '--pidfile',
    '',
  ])
  const instance = await startSecondServerInstance(ports.program, {
    TURN_URL: `turn:127.0.0.1:${ports.relay}?transport=udp`,
    TURN_SECRET: secret,
  })
  const host = { ...withCamera, baseURL: `http://localhost:${ports.program}` }
  const { ali, siti, aliName, sitiName } = await openPagesOfPair(browser, host)
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await confirmPreview(ali, 'Hubungi')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await confirmPreview(siti, 'Sertai')
  await expectMovingPicture(findParticipantTile(ali, sitiName))
  await expectMovingPicture(findParticipantTile(siti, aliName))
  for (const page of [ali, siti]) expect(await readCandidateTypes(page)).toEqual(['relay', 'relay'])
  await expect(findCallRegion(ali).getByText('alamat rangkaian (IP)', { exact: false })).toHaveCount(0)
  for (const page of [ali, siti]) await page.context().close()
  await instance.stop()
  relay.kill()
})
