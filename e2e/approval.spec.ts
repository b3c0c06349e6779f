// The queue of those who wait: list and evidence side by side, one after the other, by keys alone.
import { query } from './database.ts'
import { expect, test, toast, unique } from './fixtures.ts'
import { enterAs, makeApprover } from './people.ts'

/** A country about which no other test decides. */
const country = 'Singapore'

test('an approver clears twenty applications by keyboard alone, and takes one decision back', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.slow()
  const email = await makeApprover(page, country)
  const mark = unique('Pemohon')
  const names = Array.from({ length: 20 }, (_, index) => `${mark} binti Nama Yang Panjang ${index + 1}`)
  await query(
    `insert into users (username, email, full_name, status, current_country, birth_state, created_at)
      select 'baris' || md5(name), md5(name) || '@contoh.my', name, 'pending', $2, 'Johor', now() - interval '40 days' + position * interval '1 minute'
        from unnest($1::text[]) with ordinality as given(name, position)`,
    [names, country],
  )
  const statuses = async () =>
    (
      await query<{ status: string }>('select status from users where full_name = any($1) order by id', [
        names,
      ])
    ).map(({ status }) => status)
  const office = await enterAs(browser, email)
  await office.goto('/member-approval')
  const looked = office.getByRole('region', { name: 'Permohonan yang dilihat' })
  const press = (key: string) => office.keyboard.press(key)
  const see = (name: string | undefined) =>
    expect(looked.getByRole('heading', { name, exact: true })).toBeVisible()
  await see(names[0])
  await expect(looked.getByText('Tidak diisi', { exact: true })).toBeVisible()

  // Taken back within the five seconds: nothing was sent.
  await press('l')
  await see(names[1])
  await expect(office.getByText(`Meluluskan ${names[0]}`)).toBeVisible()
  await press('z')
  await see(names[0])
  await expect(office.getByText(`Meluluskan ${names[0]}`)).toBeHidden()
  expect(await statuses()).toEqual(names.map(() => 'pending'))

  // A club is set on the way, with nothing but keys.
  await press('p')
  await expect(looked.getByLabel('Kelab')).toBeFocused()
  await expect(looked.getByLabel('Kelab').getByRole('option').nth(1)).toBeAttached()
  await press('ArrowDown')
  await press('Tab')
  await press('Enter')
  await expect(toast(office, 'Negara dan kelab pengguna dikemas kini')).toBeVisible()
  await expect(looked.getByRole('button', { name: 'Lulus' })).toBeFocused()

  // The second is turned down for a reason; one is skipped and come back to; all the rest are in.
  await press('l')
  await see(names[1])
  await press('t')
  await expect(office.getByLabel('Sebab (pilihan)')).toBeFocused()
  await office.keyboard.type('Maklumat tidak lengkap')
  await press('Control+Enter')
  await see(names[2])
  await press('j')
  await see(names[3])
  await press('k')
  for (const name of names.slice(2)) {
    await see(name)
    await press('l')
  }
  // Each is sent once it can no longer be taken back.
  await expect.poll(statuses).toEqual(names.map((_, index) => (index === 1 ? 'rejected' : 'active')))
  await expect(toast(office, 'Pengguna berjaya diluluskan').first()).toBeVisible()
  for (const name of [names[0], names[19]]) {
    await expect(
      office.getByRole('list', { name: 'Permohonan yang menunggu' }).getByText(name ?? ''),
    ).toHaveCount(0)
  }
  const [placed] = await query<{ club_id: number | null }>('select club_id from users where full_name = $1', [
    names[0],
  ])
  expect(placed?.club_id).not.toBeNull()
  await office.context().close()
})
