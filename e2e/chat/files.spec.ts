// Tests sending pictures, documents and voice messages in an encrypted group between two browsers.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { findMessageInput, findMessageLog } from '#e2e/support/chat-page.ts'
import { expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys, openPagesOfTwoMembers } from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

test('members of an encrypted group exchange pictures, documents and voice messages, and an altered file is rejected', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const { ali, siti, sitiName } = await openPagesOfTwoMembers(browser)
  await createEncryptionKeys(ali)
  const searchResponse = await ali.request.get(`/api/people?search=${encodeURIComponent(sitiName)}`)
  const [{ id: sitiId }] = await searchResponse.json()
  const created = await ali.request.post('/api/groups', {
    data: { name: makeUnique('Jawatankuasa'), memberIds: [sitiId] },
  })
  const { id } = await created.json()
  await ali.goto(`/communication?group=${id}`)
  await ali.getByRole('button', { name: 'Beri akses' }).click()
  await findMessageInput(ali).fill('Bahan untuk esok')
  await findMessageInput(ali).press('Enter')
  await siti.goto(`/communication?group=${id}`)
  await expect(findMessageLog(siti).getByText('Bahan untuk esok')).toBeVisible()

  // Two files are sent with a text. The upload of the second file fails at first and is retried.
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#12807a' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="1200" height="800"><circle cx="600" cy="400" r="260" fill="#ffca64"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer()
  const pdf = Buffer.from(`%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF ${makeUnique('isi')}\n`)
  let uploads = 0
  await ali.route(/\/api\/files\?kind=/, route => (++uploads === 2 ? route.abort() : route.continue()))
  await findMessageInput(ali).fill('Pelan dewan')
  const choosing = ali.waitForEvent('filechooser')
  await ali.getByRole('button', { name: 'Lampirkan fail' }).click()
  await (await choosing).setFiles([
    { name: 'pelan.jpg', mimeType: 'image/jpeg', buffer: picture },
    { name: 'Minit mesyuarat.pdf', mimeType: 'application/pdf', buffer: pdf },
  ])
  await expect(findMessageLog(ali).getByRole('alert')).toBeVisible()
  await takeScreenshots(ali, 'files-sending')
  await findMessageLog(ali).getByRole('button', { name: 'Cuba lagi' }).click()
  await expect(
    findMessageLog(ali).getByRole('button', { name: 'Muat turun Minit mesyuarat.pdf' }),
  ).toBeVisible()
  await expect(findMessageLog(siti).getByText('Pelan dewan', { exact: true })).toBeVisible()
  const shown = findMessageLog(siti).getByRole('img', { name: 'Gambar pelan.jpg' })
  await expect(shown).toBeVisible()
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(1200)
  await findMessageLog(siti).getByRole('button', { name: 'Lihat gambar pelan.jpg' }).click()
  await expect(siti.getByRole('dialog').getByRole('img', { name: 'Gambar pelan.jpg' })).toBeVisible()
  await takeScreenshots(siti, 'files-viewer')
  await siti.keyboard.press('Escape')
  const saving = siti.waitForEvent('download')
  await findMessageLog(siti).getByRole('button', { name: 'Muat turun Minit mesyuarat.pdf' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('Minit mesyuarat.pdf')
  expect(await readFile(await saved.path())).toEqual(pdf)

  // A voice message is recorded, sent and played.
  await siti.getByRole('button', { name: 'Rakam mesej suara' }).click()
  await expect(siti.getByText(/0:01 \/ 3:00/)).toBeVisible()
  await takeScreenshots(siti, 'files-recording')
  await siti.getByRole('button', { name: 'Hantar rakaman' }).click()
  await findMessageLog(ali).getByRole('button', { name: 'Mainkan mesej suara' }).click()
  await expect(findMessageLog(ali).getByRole('button', { name: 'Jeda mesej suara' })).toBeVisible()
  await takeScreenshots(ali, 'files-conversation')

  // A file dragged over the chat shows a hint, and dropping the file sends it.
  const dragFiles = (names: string[]) =>
    findMessageLog(ali).evaluate(
      (element, [bytes, events]) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'seret.jpg', { type: 'image/jpeg' }))
        for (const name of events) {
          element.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }))
        }
      },
      [[...picture], names] as const,
    )
  await dragFiles(['dragenter', 'dragover'])
  await expect(ali.getByText('Lepaskan fail di sini untuk menghantarnya')).toBeVisible()
  await dragFiles(['drop'])
  await expect(ali.getByText('Lepaskan fail di sini untuk menghantarnya')).toBeHidden()
  await expect(findMessageLog(siti).getByRole('img', { name: 'Gambar seret.jpg' })).toBeVisible()

  // A pasted picture is sent. The receiving browser rejects a file that the server has modified.
  await siti.route(/\/api\/files\/[\w-]+$/, async route => {
    const response = await route.fetch()
    const body = await response.body()
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 1
    await route.fulfill({ response, body })
  })
  await findMessageInput(ali).focus()
  await ali.evaluate(
    bytes => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'tampal.jpg', { type: 'image/jpeg' }))
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(paste)
    },
    [...picture],
  )
  await expect(findMessageLog(ali).getByRole('img', { name: 'Gambar tampal.jpg' })).toBeVisible()
  await expect(
    findMessageLog(siti).getByText('bukan fail yang dihantar oleh pengirimnya', { exact: false }),
  ).toBeVisible()
})
