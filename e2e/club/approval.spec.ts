// Tests approving applicants by keyboard, with the list and the application side by side.
import { queryDatabase } from '#e2e/support/database.ts'
import { expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'
import { createApprover, openPageSignedInAsMember } from '#e2e/support/members.ts'

/** The test decides about applications in a country in which no other test does. */
const country = 'Singapore'

test('an approver processes twenty applications by keyboard alone and undoes one decision', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.slow()
  const email = await createApprover(page, country)
  const prefix = makeUnique('Pemohon')
  const names = Array.from({ length: 20 }, (_, index) => `${prefix} binti Nama Yang Panjang ${index + 1}`)
  await queryDatabase(
    `insert into users (username, email, full_name, status, current_country, birth_state, created_at)
      select 'baris' || md5(name), md5(name) || '@contoh.my', name, 'pending', $2, 'Johor', now() - interval '40 days' + position * interval '1 minute'
        from unnest($1::text[]) with ordinality as given(name, position)`,
    [names, country],
  )
  const readStatuses = async () =>
    (
      await queryDatabase<{ status: string }>(
        'select status from users where full_name = any($1) order by id',
        [names],
      )
    ).map(({ status }) => status)
  const approver = await openPageSignedInAsMember(browser, email)
  await approver.goto('/member-approval')
  const application = approver.getByRole('region', { name: 'Permohonan yang dilihat' })
  const pressKey = (key: string) => approver.keyboard.press(key)
  const expectApplicantShown = (name: string | undefined) =>
    expect(application.getByRole('heading', { name, exact: true })).toBeVisible()
  await expectApplicantShown(names[0])
  await expect(application.getByText('Tidak diisi', { exact: true })).toBeVisible()

  // A decision that is undone within five seconds is not sent to the server.
  await pressKey('l')
  await expectApplicantShown(names[1])
  await expect(approver.getByText(`Meluluskan ${names[0]}`)).toBeVisible()
  await pressKey('z')
  await expectApplicantShown(names[0])
  await expect(approver.getByText(`Meluluskan ${names[0]}`)).toBeHidden()
  expect(await readStatuses()).toEqual(names.map(() => 'pending'))

  // The approver chooses the applicant's club by keyboard before the approval.
  await pressKey('p')
  await expect(application.getByLabel('Kelab')).toBeFocused()
  await expect(application.getByLabel('Kelab').getByRole('option').nth(1)).toBeAttached()
  await pressKey('ArrowDown')
  await pressKey('Tab')
  await pressKey('Enter')
  await expect(findToast(approver, 'Negara dan kelab pengguna dikemas kini')).toBeVisible()
  await expect(application.getByRole('button', { name: 'Lulus' })).toBeFocused()

  // The second applicant is rejected with a reason, another one is skipped and revisited, and all others are approved.
  await pressKey('l')
  await expectApplicantShown(names[1])
  await pressKey('t')
  await expect(approver.getByLabel('Sebab (tidak wajib)')).toBeFocused()
  await approver.keyboard.type('Maklumat tidak lengkap')
  await pressKey('Control+Enter')
  await expectApplicantShown(names[2])
  await pressKey('j')
  await expectApplicantShown(names[3])
  await pressKey('k')
  for (const name of names.slice(2)) {
    await expectApplicantShown(name)
    await pressKey('l')
  }
  // A decision about an applicant is sent to the server once the approver can no longer undo it.
  await expect.poll(readStatuses).toEqual(names.map((_, index) => (index === 1 ? 'rejected' : 'active')))
  await expect(findToast(approver, 'Pengguna berjaya diluluskan').first()).toBeVisible()
  for (const name of [names[0], names[19]]) {
    await expect(
      approver.getByRole('list', { name: 'Permohonan yang menunggu' }).getByText(name ?? ''),
    ).toHaveCount(0)
  }
  const [placed] = await queryDatabase<{ club_id: number | null }>(
    'select club_id from users where full_name = $1',
    [names[0]],
  )
  expect(placed?.club_id).not.toBeNull()
  await approver.context().close()
})
