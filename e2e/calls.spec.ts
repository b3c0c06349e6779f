import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import type { SignalPart } from '#shared/contracts/calls.ts'
import type { MyKeys } from '#shared/contracts/keys.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { identityFrom, newSeed } from '#web/lib/e2ee/identity.ts'
import { sealSignal } from '#web/lib/e2ee/signal.ts'
import { log } from './conversation.ts'
import { expect, newMember, test, unique } from './fixtures.ts'
import { comeByKeys, enterAs, pick } from './people.ts'
import { relayPorts } from './place.ts'
import { startBeside } from './program.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = [
      // Of the second of the browser's own false cameras nothing can be sent; the third is like the first.
      '--use-fake-device-for-media-stream=device-count=3',
      // Which screen to show is answered by itself.
      '--use-fake-ui-for-media-stream',
      '--allow-loopback-in-peer-connection',
    ]
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

const seen = { permissions: ['camera', 'microphone'] }
const call = (page: Page) => page.getByRole('dialog', { name: /^Panggilan (Video|Suara) · / })
const tile = (page: Page, name: string) => call(page).getByRole('figure', { name })

/** Pictures are really arriving, one after the other. */
async function expectMoving(of: Locator): Promise<void> {
  const frames = () =>
    of
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before + 2)
}

/** Through the preview, once one's own picture is there. */
async function enter(page: Page, action: 'Panggil' | 'Sertai'): Promise<void> {
  const button = call(page).getByRole('button', { name: action, exact: true })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(call(page).getByRole('button', { name: 'Tamatkan panggilan' })).toBeVisible()
}

async function startDirect(from: Page, name: string): Promise<void> {
  await from.goto('/communication')
  await from.getByRole('searchbox', { name: 'Cari kumpulan atau orang' }).fill(name)
  await from.getByRole('region', { name: 'Orang' }).getByRole('button').first().click()
}

/** A server in the middle: it puts its own words in the place of those that pass through it. */
async function intercept(page: Page, change: (part: SignalPart) => Promise<SignalPart>): Promise<void> {
  await page.routeWebSocket(/socket\.io/, route => {
    const server = route.connectToServer()
    let turn: Promise<unknown> = Promise.resolve()
    server.onMessage(message => {
      turn = turn.then(async () => {
        const event = /^42(\["call-signal",.*\])$/s.exec(String(message))?.[1]
        if (!event) return route.send(message)
        const [name, part] = JSON.parse(event) as [string, SignalPart]
        route.send(`42${JSON.stringify([name, await change(part)])}`)
      })
    })
  })
}

/** What the one in the middle would send to be called itself. */
async function offerFrom(page: Page): Promise<RTCSessionDescriptionInit> {
  return page.evaluate(async () => {
    const connection = new RTCPeerConnection()
    Object.assign(window, { connection })
    connection.addTransceiver('video', { direction: 'recvonly' })
    await connection.setLocalDescription()
    return connection.localDescription?.toJSON() as RTCSessionDescriptionInit
  })
}

/** The one in the middle knows the cards, as every server does, and makes keys of its own in the name of one of them. */
async function expectFoundOut(
  browser: Browser,
  { ali, siti, aliName }: { ali: Page; siti: Page; aliName: string },
): Promise<void> {
  const attacker = await (await browser.newContext()).newPage()
  await attacker.goto(siti.url())
  const offer = await offerFrom(attacker)
  const [sitiCard, aliCard] = await Promise.all(
    [siti, ali].map(
      async page => ((await (await page.request.get('/api/keys/me')).json()) as MyKeys).card as Card,
    ),
  )
  if (!sitiCard || !aliCard) throw new Error('no cards')
  const forger = await identityFrom(newSeed(), aliCard.userId, aliCard.gen)
  let swapped = 0
  await intercept(siti, async part => {
    swapped++
    const { callId, from, fromDev, toDev } = part
    const frame = { callId, from, fromDev, to: sitiCard.userId, toDev }
    const word = { kind: 'description', description: offer }
    return { ...part, part: 1, of: 1, sealed: await sealSignal(forger, sitiCard, frame, 1, word) }
  })
  await siti.reload()
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await call(siti).getByRole('button', { name: 'Sertai', exact: true }).click()
  await expect(call(siti).getByText('maklumat sambungan telah diubah', { exact: false })).toBeVisible()
  expect(swapped).toBeGreaterThan(0)
  await expect(tile(siti, aliName)).toHaveCount(0)
  const decoded = await attacker.evaluate(async () => {
    const { connection } = window as unknown as { connection: RTCPeerConnection }
    const stats = [...(await connection.getStats()).values()]
    return stats.reduce((sum, one) => sum + (one.framesDecoded ?? 0), 0)
  })
  expect(decoded).toBe(0)
  await attacker.context().close()
}

/** Kept where the test can ask them: lines, what the camera gave, and whether it rang. */
function remember(): void {
  const lines: RTCPeerConnection[] = []
  const tracks: MediaStreamTrack[] = []
  class Remembered extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      lines.push(this)
    }
  }
  const devices = navigator.mediaDevices
  const open = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async constraints => {
    const stream = await open(constraints)
    tracks.push(...stream.getTracks())
    return stream
  }
  const kept = { lines, tracks, tones: 0, shakes: 0 }
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (when) {
    kept.tones++
    return start.call(this, when)
  }
  navigator.vibrate = pattern => {
    if (pattern !== 0) kept.shakes++
    return true
  }
  Object.assign(window, { kept, RTCPeerConnection: Remembered })
}

interface Kept {
  lines: RTCPeerConnection[]
  tracks: MediaStreamTrack[]
  tones: number
  shakes: number
}

const rung = (page: Page) =>
  page.evaluate(() => {
    const { tones, shakes } = (window as unknown as { kept: Kept }).kept
    return { tones, shakes }
  })

/** How many cameras and microphones this page holds open. */
const openTracks = (page: Page) =>
  page.evaluate(() => {
    const { tracks } = (window as unknown as { kept: Kept }).kept
    return tracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind)
  })

/** Of the newest line: by which names its ends know each other, which change when it is laid anew. */
const lineOf = (page: Page) =>
  page.evaluate(() => {
    const line = (window as unknown as { kept: Kept }).kept.lines.at(-1)
    const name = /a=ice-ufrag:(\S+)/.exec(line?.currentLocalDescription?.sdp ?? '')?.[1] ?? ''
    return { name, state: line?.connectionState }
  })

async function start(page: Page, kind: 'video' | 'suara' = 'video'): Promise<void> {
  await page.getByRole('button', { name: `Mulakan panggilan ${kind}` }).click()
}

async function expectInSight(button: Locator, page: Page): Promise<void> {
  const box = await button.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(
    true,
  )
}

async function declineIt(ali: Page, siti: Page, names: { aliName: string; sitiName: string }): Promise<void> {
  // It rings wherever the other is, and is heard; no is an answer, and a word may go with it.
  await start(ali)
  for (const point of [
    'disulitkan hujung ke hujung',
    'Tiada rakaman disimpan',
    'Jangan kongsi maklumat sensitif',
    'boleh melihat alamat rangkaian (IP)',
  ]) {
    await expect(call(ali).getByText(point, { exact: false })).toBeVisible()
  }
  await enter(ali, 'Panggil')
  await expect(call(ali).getByText('Sedang dipanggil…')).toBeVisible()
  await expect(siti.getByText(`${names.aliName} sedang memanggil`)).toBeVisible()
  await siti.getByRole('heading', { name: 'Panggilan Video' }).click()
  await expect.poll(async () => (await rung(siti)).tones).toBeGreaterThan(0)
  expect((await rung(siti)).shakes).toBeGreaterThan(0)
  await siti.getByRole('button', { name: 'Tolak dengan mesej' }).click()
  await siti.getByRole('menuitem', { name: /^Saya tidak dapat bercakap/ }).click()
  await expect(call(ali).getByText('Panggilan ditolak')).toBeVisible()
  await expect(call(ali).getByRole('button', { name: 'Panggil semula' })).toBeVisible()
  await call(ali).getByRole('button', { name: 'Tutup' }).last().click()
  await expect(siti.getByText(`${names.aliName} sedang memanggil`)).toBeHidden()
  await expect(log(ali)).toContainText('Saya tidak dapat bercakap sekarang.')
  // By the server's word, and marked as such.
  await expect(log(ali)).toContainText('Panggilan video tidak dijawab')
  await expect(log(ali)).toContainText('catatan pelayan')
  await expect(log(ali).getByRole('button', { name: 'Panggil semula' })).toBeVisible()
}

/** Small in a corner while everything else is used; words beside it; the end only after a question. */
async function useAround(ali: Page, siti: Page, sitiName: string): Promise<void> {
  await ali.keyboard.press('Escape')
  await expect(ali.getByRole('dialog', { name: 'Tamatkan panggilan?' })).toBeVisible()
  await ali.getByRole('button', { name: 'Kecilkan' }).last().click()
  await ali.getByRole('link', { name: 'Kelab', exact: true }).first().click()
  await expect(ali).toHaveURL(/\/clubs/)
  await expectMoving(tile(ali, sitiName))
  await ali.getByRole('button', { name: 'Besarkan panggilan' }).click()
  await call(ali).getByRole('button', { name: 'Perbualan' }).click()
  const words = unique('semasa panggilan')
  await ali.getByRole('textbox', { name: /^Mesej kepada/ }).fill(words)
  await ali.getByRole('textbox', { name: /^Mesej kepada/ }).press('Enter')
  await expect(log(ali)).toContainText(words)
  await expectMoving(tile(ali, sitiName))
  await ali.getByRole('button', { name: 'Besarkan panggilan' }).click()
  await siti.setViewportSize({ width: 360, height: 640 })
  for (const name of ['Matikan mikrofon', 'Matikan kamera', 'Angkat tangan', 'Perbualan', 'Lagi']) {
    await expectInSight(call(siti).getByRole('button', { name }), siti)
  }
  await expectInSight(call(siti).getByRole('button', { name: 'Tamatkan panggilan' }), siti)
  // The way back of a phone makes it small; the page below stays where it is.
  await siti.goBack()
  await siti.getByRole('button', { name: 'Besarkan panggilan' }).click()
  await expect(siti).toHaveURL(/\/clubs/)
}

/** Two who have never spoken, both with keys; the first has the conversation open. */
async function bringTogether(browser: Browser, where: BrowserContextOptions) {
  const [aliName, sitiName] = [unique('Ali'), unique('Siti')]
  const [aliMail = '', sitiMail = ''] = await Promise.all([newMember(aliName), newMember(sitiName)])
  const [ali, siti] = [await enterAs(browser, aliMail, where), await enterAs(browser, sitiMail, where)]
  for (const page of [ali, siti]) await page.addInitScript(remember)
  await comeByKeys(siti)
  await startDirect(ali, sitiName)
  return { ali, siti, aliName, sitiName }
}

test('a call between two: taken, ended for both, and intercepted', async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, siti, aliName, sitiName } = await bringTogether(browser, seen)
  await expect(ali.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await siti.goto('/clubs')

  // Taken: each sees the other move.
  await start(ali)
  await expectAccessible(ali, '[role=dialog]')
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(siti, aliName))
  await expectAccessible(ali, '[role=dialog]')

  // What one turns off the other sees turned off; a camera that is off is not open.
  await call(ali).getByRole('button', { name: 'Matikan mikrofon' }).click()
  await expect(tile(siti, aliName).getByRole('img', { name: 'Mikrofon dimatikan' })).toBeVisible()
  await call(ali).getByRole('button', { name: 'Angkat tangan' }).click()
  await expect(tile(siti, aliName).getByRole('img', { name: 'Mengangkat tangan' })).toBeVisible()
  await call(ali).getByRole('button', { name: 'Matikan kamera' }).click()
  await expect(tile(siti, aliName).locator('video')).toBeHidden()
  expect(await openTracks(ali)).toEqual(['audio'])
  await call(ali).getByRole('button', { name: 'Hidupkan kamera' }).click()
  await expect(tile(siti, aliName).locator('video')).toBeVisible()
  await expectMoving(tile(siti, aliName))

  // Escape closes the menu alone.
  await call(ali).getByRole('button', { name: 'Lagi' }).click()
  await expect(ali.getByRole('menuitem', { name: 'Peranti' })).toBeVisible()
  await ali.keyboard.press('Escape')
  await expect(ali.getByRole('menuitem', { name: 'Peranti' })).toBeHidden()
  await expect(ali.getByRole('dialog', { name: 'Tamatkan panggilan?' })).toHaveCount(0)

  // After a reload the other participant waits, nothing rings, and the same call goes on.
  siti.once('dialog', dialog => void dialog.accept())
  await siti.reload()
  await expect(call(ali).getByText(`Menunggu ${sitiName} kembali`, { exact: false })).toBeVisible()
  await expect(siti.getByText(`${aliName} sedang menunggu anda`)).toBeVisible()
  await expect(siti.getByText(`${aliName} sedang memanggil`)).toHaveCount(0)
  await expectAccessible(siti)
  await siti.getByRole('button', { name: 'Kembali ke panggilan' }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(siti, aliName))

  // The end for one is the end for both, and everything is let go of.
  await call(ali).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(call(siti).getByText('Panggilan telah tamat')).toBeVisible()
  await expect(call(siti).getByText(/Tempoh \d+:\d\d/)).toBeVisible()
  for (const page of [ali, siti]) await expect.poll(() => openTracks(page)).toEqual([])
  await call(siti).getByRole('button', { name: 'Tutup' }).last().click()
  await expect(log(ali)).toContainText(/Panggilan video, (kurang seminit|\d+ minit)/)

  // A server that puts itself between the two is found out, and sees nothing.
  await expectFoundOut(browser, { ali, siti, aliName })
  for (const page of [ali, siti]) await page.context().close()
})

/** What this device sends of a kind at this moment, by the name of the camera or microphone. */
const sent = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate(wanted => {
    const senders = (window as unknown as { kept: Kept }).kept.lines.at(-1)?.getSenders() ?? []
    return senders.map(({ track }) => track).find(track => track?.kind === wanted)?.label ?? ''
  }, kind)

async function chooseMore(page: Page, name: string): Promise<void> {
  await call(page).getByRole('button', { name: 'Lagi' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** The last of those there are; gives back its name. */
async function chooseDevice(page: Page, kind: string): Promise<string> {
  const panel = page.getByRole('dialog', { name: 'Peranti' })
  await panel.getByRole('combobox', { name: kind }).click()
  const option = page.getByRole('listbox', { name: kind }).getByRole('option').last()
  const label = await option.innerText()
  await option.click()
  return label
}

async function changeDevices(ali: Page, siti: Page, { aliName, sitiName }: Record<string, string>) {
  await chooseMore(ali, 'Peranti')
  for (const [kind, name] of [
    ['video', 'Kamera'],
    ['audio', 'Mikrofon'],
  ] as const) {
    const before = await sent(ali, kind)
    const label = await chooseDevice(ali, name)
    expect(label).not.toBe(before)
    await expect.poll(() => sent(ali, kind)).toBe(label)
  }
  await chooseDevice(ali, 'Pembesar suara')
  const sink = () =>
    tile(ali, String(sitiName))
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.sinkId)
  await expect.poll(sink).not.toBe('')
  await ali.keyboard.press('Escape')
  await expect(ali.getByRole('dialog', { name: 'Peranti' })).toBeHidden()
  // The call itself goes on, and so does what is seen of it.
  await expectMoving(tile(siti, String(aliName)))
  const before = await sent(ali, 'video')
  await chooseMore(ali, 'Tukar kamera depan/belakang')
  await expect.poll(() => sent(ali, 'video')).not.toBe(before)
  expect(await openTracks(ali)).toHaveLength(2)
}

async function showScreen(ali: Page, siti: Page, aliName: string): Promise<void> {
  const camera = await sent(ali, 'video')
  await chooseMore(ali, 'Kongsi skrin')
  await expect(tile(siti, aliName).getByText('Berkongsi skrin')).toBeVisible()
  expect(await sent(ali, 'video')).not.toBe(camera)
  await expectMoving(tile(siti, aliName))
  // What stands at the edge of a screen is to be read, too.
  await expect(tile(siti, aliName).locator('video')).toHaveCSS('object-fit', 'contain')
  await chooseMore(ali, 'Berhenti kongsi skrin')
  await expect(tile(siti, aliName).getByText('Berkongsi skrin')).toBeHidden()
  await expect(tile(siti, aliName).locator('video')).toBeHidden()
  await call(ali).getByRole('button', { name: 'Hidupkan kamera' }).click()
  await expectMoving(tile(siti, aliName))
}

/** In a window of its own over other programs, where the browser has such. */
async function seeOverOthers(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => document.pictureInPictureEnabled)
  if (isThere) await chooseMore(page, 'Gambar dalam gambar')
  const inIt = () => page.evaluate(() => document.pictureInPictureElement?.tagName ?? '')
  await expect.poll(inIt).toBe(isThere ? 'VIDEO' : '')
}

test('declined, then taken and made small; devices are changed, a screen is shown, the network is gone for a while', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const { ali, siti, aliName, sitiName } = await bringTogether(browser, seen)
  await expect(ali.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await siti.goto('/clubs')
  await declineIt(ali, siti, { aliName, sitiName })
  await start(ali)
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(siti, aliName))
  await expectMoving(tile(ali, sitiName))
  await useAround(ali, siti, sitiName)
  await changeDevices(ali, siti, { aliName, sitiName })
  await showScreen(ali, siti, aliName)
  await seeOverOthers(ali)

  // The server is out of reach for a while: they go on, it is found again, and the line is laid over the new network.
  const before = await lineOf(siti)
  await siti.context().setOffline(true)
  await expect(call(siti).getByText('Sambungan ke pelayan terputus', { exact: false })).toBeVisible()
  await siti.context().setOffline(false)
  await expect(call(siti).getByText('Sambungan ke pelayan terputus', { exact: false })).toBeHidden()
  await expect.poll(async () => (await lineOf(siti)).name).not.toBe(before.name)
  await expect.poll(async () => (await lineOf(siti)).state).toBe('connected')
  await expectMoving(tile(ali, sitiName))
  for (const page of [ali, siti]) await page.context().close()
})

/** A group of these people, with the first of them at its head; each of them has it open. */
async function openTogether(pages: Page[], names: string[]): Promise<string> {
  const [first] = pages as [Page]
  const name = unique('Mesyuarat')
  for (const page of pages.slice(1)) await comeByKeys(page)
  await first.goto('/communication')
  await first.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  await first
    .getByRole('dialog')
    .getByLabel(/^Nama kumpulan/)
    .fill(name)
  for (const person of names.slice(1)) await pick(first, person)
  await first.getByRole('dialog').getByRole('button', { name: 'Cipta kumpulan' }).click()
  for (const page of pages.slice(1)) {
    await page.goto('/communication?tab=custom')
    await page.getByRole('button', { name: new RegExp(name) }).click()
  }
  return name
}

test('a call of three on a busy machine; the late one sees what is; who is removed is out, and who closes the page too', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const names = [unique('Ali'), unique('Siti'), unique('Mei')]
  const [aliName = '', sitiName = '', meiName = ''] = names
  const mails = await Promise.all(names.map(name => newMember(name)))
  const [ali, siti, mei] = (await Promise.all(mails.map(mail => enterAs(browser, mail, seen)))) as [
    Page,
    Page,
    Page,
  ]
  const name = await openTogether([ali, siti, mei], names)
  await start(ali)
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(ali, sitiName))
  await call(siti).getByRole('button', { name: 'Matikan kamera' }).click()
  await expect(tile(ali, sitiName).locator('video')).toBeHidden()

  // Something else keeps both cores busy: still everybody sees everybody within twenty seconds, or is told why not.
  const loads = [1, 2].map(() => spawn('sh', ['-c', 'while :; do :; done']))
  await mei.getByRole('button', { name: 'Terima', exact: true }).click()
  await enter(mei, 'Sertai')
  for (const [page, other] of [
    [mei, aliName],
    [ali, meiName],
    [siti, meiName],
    [siti, aliName],
  ] as const) {
    const seenOrSaid = tile(page, other)
      .locator('video:visible')
      .or(tile(page, other).getByText('Suara sahaja: sambungan lemah'))
    await expect(seenOrSaid.first()).toBeVisible()
    await expect(tile(page, other).getByText(/^Menyambung/)).toHaveCount(0)
  }
  for (const load of loads) load.kill()
  // The late one sees that a camera was turned off before.
  await expect(tile(mei, sitiName).locator('video')).toBeHidden()
  await expectMoving(tile(mei, aliName))

  const { id } = (await (await ali.request.get('/api/groups')).json()).find(
    (group: { name: string }) => group.name === name,
  )
  const { id: sitiId } = await (await siti.request.get('/api/auth/me')).json()
  const removal = await ali.request.delete(`/api/groups/${id}/members`, { data: { userIds: [sitiId] } })
  expect(removal.status()).toBe(204)
  await expect(tile(mei, sitiName)).toHaveCount(0)
  await expect(tile(ali, sitiName)).toHaveCount(0)
  await expect(call(siti).getByText('Anda tidak lagi berada dalam panggilan ini')).toBeVisible()
  await expectMoving(tile(ali, meiName))

  // Whoever loads the page anew is asked; whoever goes all the same is out, and who is left is told that.
  mei.on('dialog', dialog => void dialog.accept())
  await mei.close({ runBeforeUnload: true })
  await expect(tile(ali, meiName)).toHaveCount(0)
  await expect(call(ali).getByText('Tiada orang lain dalam panggilan ini sekarang')).toBeVisible()
  for (const page of [ali, siti, mei]) await page.context().close()
})

test('without pictures, answered on one of two devices, and a second caller waits', { tag: '@long' }, async ({
  browser,
}) => {
  test.slow()
  const names = [unique('Ali'), unique('Siti'), unique('Mei')]
  const [aliName = '', sitiName = '', meiName = ''] = names
  const mails = await Promise.all(names.map(name => newMember(name)))
  const [ali, siti, mei] = (await Promise.all(mails.map(mail => enterAs(browser, mail, seen)))) as [
    Page,
    Page,
    Page,
  ]
  for (const page of [ali, siti, mei]) await page.addInitScript(remember)
  await comeByKeys(siti)
  const other = await siti.context().newPage()
  for (const page of [siti, other]) await page.goto('/clubs')
  await startDirect(ali, sitiName)
  await start(ali, 'suara')
  await enter(ali, 'Panggil')
  const rings = (page: Page, name: string) => page.getByText(`${name} sedang memanggil`)
  for (const page of [siti, other]) await expect(rings(page, aliName)).toBeVisible()
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await enter(siti, 'Sertai')
  await expect(rings(other, aliName)).toBeHidden()
  await expect(tile(ali, sitiName)).toBeVisible()
  await expect(call(ali).getByRole('button', { name: /kamera/ })).toHaveCount(0)
  expect(await openTracks(ali)).toEqual(['audio'])
  await expect(tile(ali, sitiName)).toHaveAttribute('data-speaking', 'true')

  // Somebody else calls: they are told that the other is talking, and may be taken instead.
  await startDirect(mei, sitiName)
  await start(mei)
  await enter(mei, 'Panggil')
  await expect(call(mei).getByText(`${sitiName} sedang dalam panggilan lain`, { exact: false })).toBeVisible()
  await expect(rings(siti, meiName)).toBeVisible()
  // On the smallest phone both calls can be reached.
  await siti.setViewportSize({ width: 360, height: 640 })
  await siti.goBack()
  await siti.getByRole('button', { name: 'Besarkan panggilan' }).click({ trial: true })
  await siti.getByRole('button', { name: 'Tamatkan & terima' }).click()
  await expect(call(ali).getByText('Panggilan telah tamat')).toBeVisible()
  await enter(siti, 'Sertai')
  await expectMoving(tile(mei, sitiName))
  for (const page of [ali, siti, mei]) await page.context().close()
})

const turnserver = process.env.TURNSERVER ?? ['/usr/bin/turnserver'].find(path => existsSync(path))

/** Of what kind the way is that pictures and sound take, on both ends. */
async function waysOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { lines } = (window as unknown as { kept: Kept }).kept
    const stats = [...((await lines.at(-1)?.getStats())?.values() ?? [])]
    const pair = stats.find(
      ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
    )
    return [pair?.localCandidateId, pair?.remoteCandidateId].map(
      wanted => stats.find(({ id }) => id === wanted)?.candidateType ?? '',
    )
  })
}

test('with a relay, a call goes through it alone', async ({ browser }) => {
  test.skip(!turnserver, 'coturn is not installed')
  test.slow()
  const [own, secret] = [relayPorts, 'rahsia-geganti-untuk-ujian']
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
    String(own.relay),
    '--use-auth-secret',
    '--static-auth-secret',
    secret,
    '--allow-loopback-peers',
    '--min-port',
    String(own.from),
    '--max-port',
    String(own.from + 40),
    '--pidfile',
    '',
  ])
  const instance = await startBeside(own.program, {
    TURN_URL: `turn:127.0.0.1:${own.relay}?transport=udp`,
    TURN_SECRET: secret,
  })
  const host = { ...seen, baseURL: `http://localhost:${own.program}` }
  const { ali, siti, aliName, sitiName } = await bringTogether(browser, host)
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima', exact: true }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(siti, aliName))
  for (const page of [ali, siti]) expect(await waysOf(page)).toEqual(['relay', 'relay'])
  await expect(call(ali).getByText('alamat rangkaian (IP)', { exact: false })).toHaveCount(0)
  for (const page of [ali, siti]) await page.context().close()
  await instance.stop()
  relay.kill()
})
