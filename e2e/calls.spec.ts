import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Browser, Locator, Page } from '@playwright/test'
import type { SignalPart } from '#shared/contracts/calls.ts'
import type { MyKeys } from '#shared/contracts/keys.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { identityFrom, newSeed } from '#web/lib/e2ee/identity.ts'
import { sealSignal } from '#web/lib/e2ee/signal.ts'
import { expect, newMember, test, unique } from './fixtures.ts'
import { comeByKeys, enterAs, pick } from './people.ts'
import { relayPorts } from './place.ts'
import { startBeside } from './program.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ['--use-fake-device-for-media-stream', '--allow-loopback-in-peer-connection']
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

const seen = { permissions: ['camera', 'microphone'] }
const log = (page: Page) => page.getByRole('log')
const call = (page: Page) => page.getByRole('dialog', { name: /^Panggilan Video/ })
const tile = (page: Page, name: string) => call(page).getByRole('figure', { name })

/** Pictures are really arriving, one after the other. */
async function expectMoving(of: Locator): Promise<void> {
  const frames = () =>
    of
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(frames, { timeout: 15_000 }).toBeGreaterThan(2)
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
  await siti.getByRole('button', { name: 'Terima' }).click()
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

test('a call between two: declined, taken, muted, cut and healed, ended and noted, and intercepted', async ({
  browser,
  expectAccessible,
}) => {
  test.slow()
  const [aliName, sitiName] = [unique('Ali'), unique('Siti')]
  const [aliMail = '', sitiMail = ''] = await Promise.all([newMember(aliName), newMember(sitiName)])
  const ali = await enterAs(browser, aliMail, seen)
  const siti = await enterAs(browser, sitiMail, seen)
  await comeByKeys(siti)
  await startDirect(ali, sitiName)
  await expect(ali.getByRole('textbox', { name: /^Mesej kepada/ })).toBeVisible()
  await siti.goto('/clubs')

  // It rings wherever the other is; no is an answer.
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  for (const point of [
    'disulitkan hujung ke hujung',
    'Tiada rakaman disimpan',
    'Jangan kongsi maklumat sensitif',
  ]) {
    await expect(call(ali).getByText(point, { exact: false })).toBeVisible()
  }
  await expectAccessible(ali, '[role=dialog]')
  await enter(ali, 'Panggil')
  await expect(call(ali).getByText('Menunggu jawapan…')).toBeVisible()
  await expect(siti.getByText(`${aliName} sedang memanggil`)).toBeVisible()
  await siti.getByRole('button', { name: 'Tolak' }).click()
  await expect(call(ali).getByText('Panggilan telah tamat')).toBeVisible()
  await call(ali).getByRole('button', { name: 'Tutup' }).click()
  await expect(log(ali)).toContainText('Panggilan video tidak dijawab')

  // Taken: each sees the other move.
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima' }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(siti, aliName))
  await expectAccessible(ali, '[role=dialog]')

  // What one turns off the other sees turned off.
  await call(ali).getByRole('button', { name: 'Matikan mikrofon' }).click()
  await expect(tile(siti, aliName).getByRole('img', { name: 'Mikrofon dimatikan' })).toBeVisible()
  await call(ali).getByRole('button', { name: 'Matikan kamera' }).click()
  await expect(tile(siti, aliName).locator('video')).toBeHidden()
  await call(ali).getByRole('button', { name: 'Hidupkan kamera' }).click()
  await expect(tile(siti, aliName).locator('video')).toBeVisible()

  // The server is out of reach for a while: they go on, and it is found again.
  await siti.context().setOffline(true)
  await expect(call(siti).getByText('Sambungan ke pelayan terputus', { exact: false })).toBeVisible({
    timeout: 15_000,
  })
  await siti.context().setOffline(false)
  await expect(call(siti).getByText('Sambungan ke pelayan terputus', { exact: false })).toBeHidden({
    timeout: 15_000,
  })
  await expect(tile(ali, sitiName).locator('video')).toBeVisible()

  await call(ali).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(log(ali)).toContainText('Panggilan video, kurang seminit')
  await call(siti).getByRole('button', { name: 'Tamatkan panggilan' }).click()
  await expect(call(siti)).toBeHidden()

  // A server that puts itself between the two is found out, and sees nothing.
  await expectFoundOut(browser, { ali, siti, aliName })
  for (const page of [ali, siti]) await page.context().close()
})

test('a call of three; whoever is removed is out of it, and whoever closes the page too', {
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
  const name = unique('Mesyuarat')
  await ali.goto('/communication')
  await ali.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  await ali
    .getByRole('dialog')
    .getByLabel(/^Nama kumpulan/)
    .fill(name)
  for (const person of [sitiName, meiName]) await pick(ali, person)
  await ali.getByRole('dialog').getByRole('button', { name: 'Cipta kumpulan' }).click()
  for (const page of [siti, mei]) {
    await page.goto('/communication?tab=custom')
    await page.getByRole('button', { name: new RegExp(name) }).click()
  }
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await enter(ali, 'Panggil')
  for (const page of [siti, mei]) {
    await page.getByRole('button', { name: 'Terima' }).click()
    await enter(page, 'Sertai')
  }
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(ali, meiName))
  await expectMoving(tile(siti, meiName))
  await expectMoving(tile(mei, aliName))

  const { id } = (await (await ali.request.get('/api/groups')).json()).find(
    (group: { name: string }) => group.name === name,
  )
  const { id: sitiId } = await (await siti.request.get('/api/auth/me')).json()
  const removal = await ali.request.delete(`/api/groups/${id}/members`, { data: { userIds: [sitiId] } })
  expect(removal.status()).toBe(204)
  await expect(tile(mei, sitiName)).toHaveCount(0)
  await expect(tile(ali, sitiName)).toHaveCount(0)
  await expect(call(siti).getByText('Anda tidak lagi berada dalam panggilan ini')).toBeVisible({
    timeout: 15_000,
  })
  await expectMoving(tile(ali, meiName))

  await mei.close({ runBeforeUnload: true })
  await expect(tile(ali, meiName)).toHaveCount(0)
  for (const page of [ali, siti, mei]) await page.context().close()
})

const turnserver = process.env.TURNSERVER ?? ['/usr/bin/turnserver'].find(path => existsSync(path))

/** Kept where the test can ask them how they are connected. */
function rememberLines(): void {
  const lines: RTCPeerConnection[] = []
  class Remembered extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      lines.push(this)
    }
  }
  Object.assign(window, { lines, RTCPeerConnection: Remembered })
}

/** Of what kind the way is that pictures and sound take, on both ends. */
async function waysOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { lines } = window as unknown as { lines: RTCPeerConnection[] }
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
  const [aliName, sitiName] = [unique('Ali'), unique('Siti')]
  const [aliMail = '', sitiMail = ''] = await Promise.all([newMember(aliName), newMember(sitiName)])
  const [ali, siti] = [await enterAs(browser, aliMail, host), await enterAs(browser, sitiMail, host)]
  for (const page of [ali, siti]) await page.addInitScript(rememberLines)
  await comeByKeys(siti)
  await startDirect(ali, sitiName)
  await ali.getByRole('button', { name: 'Mulakan panggilan video' }).click()
  await enter(ali, 'Panggil')
  await siti.getByRole('button', { name: 'Terima' }).click()
  await enter(siti, 'Sertai')
  await expectMoving(tile(ali, sitiName))
  await expectMoving(tile(siti, aliName))
  for (const page of [ali, siti]) expect(await waysOf(page)).toEqual(['relay', 'relay'])
  await expect(call(ali).getByText('alamat rangkaian (IP)', { exact: false })).toHaveCount(0)
  for (const page of [ali, siti]) await page.context().close()
  await instance.stop()
  relay.kill()
})
