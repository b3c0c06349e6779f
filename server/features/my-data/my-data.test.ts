// Guarantee 39 of docs/guarantees.md: a member can export all data about them.
// Erasing the account leaves no personal data behind.

import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { runOnce } from 'graphile-worker'
import pg from 'pg'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { moveQueuedJobsToGraphileWorker } from '#server/db/queue/enqueue-jobs.ts'
import { accountTokens, dataDownloads, pushDevices, trustedDevices } from '#server/db/schema/accounts.ts'
import {
  activities,
  activityHelpers,
  activityParticipants,
  calendarFeeds,
} from '#server/db/schema/activities.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { callDeclines, callMembers, calls } from '#server/db/schema/calls.ts'
import {
  blockedPeople,
  groupMembers,
  messageGroups,
  messageReactions,
  messages,
} from '#server/db/schema/chat.ts'
import { clubs, files, invitations, users } from '#server/db/schema/core.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import {
  epochBoxes,
  groupEpochs,
  groupRoster,
  keyDevices,
  keyLinks,
  keyVaults,
  keyWraps,
  userKeys,
  userNames,
  withdrawnKeys,
} from '#server/db/schema/e2ee.ts'
import {
  electionCandidates,
  electionLostEvents,
  electionObjections,
  electionQuestions,
  elections,
  electionTrusteeSecrets,
  electionTrustees,
  electionVoters,
} from '#server/db/schema/elections.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { feePayers, feeReceipts } from '#server/db/schema/fee-ledger.ts'
import { clubHistory, userHistory } from '#server/db/schema/history.ts'
import { importColumns, importRows, importSources, imports } from '#server/db/schema/imports.ts'
import { likelyPairs, mergeRequests } from '#server/db/schema/merging.ts'
import { motions, motionVoters, motionVotes } from '#server/db/schema/motions.ts'
import { officeHandovers, offices } from '#server/db/schema/offices.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { rollCallPeople, rollCalls } from '#server/db/schema/roll-calls.ts'
import { passkeys, recoveryCodes, twoFactor } from '#server/db/schema/second-factor.ts'
import { tags, userTags } from '#server/db/schema/tags.ts'
import { termAcceptances } from '#server/db/schema/terms.ts'
import { savedViews } from '#server/db/schema/views.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import {
  postNewSignedMemberListAndGroupKey,
  publishEncryptionKeysOfTestMember,
} from '#server/test/chat/e2ee-members.ts'
import { buildTestServiceContext, type Caller, setUpApp, testSecret } from '#server/test/harness/app.ts'
import {
  buildActivity,
  buildClub,
  buildOfficeAppointment,
  buildUser,
  createTestSessionInDatabase,
  type TestUser,
  testPassword,
} from '#server/test/harness/factories.ts'
import { connectSocket, waitForDisconnect } from '#server/test/harness/sockets.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'
import { identifyingKeys, personKeys } from '#shared/contracts/users/person-fields.ts'
import { countries } from '#shared/countries/countries.ts'
import { currentTermsVersion } from '#shared/terms.ts'
import { getDataExportsFolder } from './data-exports.service.ts'
import { dataReferences } from './data-references.queries.ts'

const target = setUpApp()
type Person = Caller & { user: TestUser; identifiers: string[] }

async function runJobs(...names: string[]): Promise<void> {
  const { db, appUrl } = target.database
  for (const name of names) await db.execute(sql`select graphile_worker.add_job(${name})`)
  const taskList = createJobHandlers(buildTestServiceContext(db, target.app.settings))
  await moveQueuedJobsToGraphileWorker(db)
  await runOnce({ connectionString: appUrl, taskList, noHandleSignals: true })
}

async function uploadPhotograph(caller: Caller): Promise<string> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#12807a' } })
    .png()
    .toBuffer()
  const url = '/api/files?kind=profile_image'
  const { id } = (await uploadFileAsUser(target.app, caller.cookie, url, picture, 'saya.png')).json()
  await caller.call('PUT', '/api/profile', { profileImageId: id })
  return id
}

/** Inserts an election with the user as organiser, candidate, trustee and voter, in the order that triggers accept. */
async function insertElectionRows(userId: number): Promise<void> {
  const { db } = target.database
  const formatTimeInDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const [election] = await db
    .insert(elections)
    .values({
      uuid: `contoh${userId}`.padEnd(22, 'A'),
      organiserId: userId,
      title: 'Pilihan raya',
      description: '',
      timeZone: 'Asia/Tokyo',
      enrolmentEndsAt: formatTimeInDays(1),
      opensAt: formatTimeInDays(2),
      closesAt: formatTimeInDays(3),
      objectionHours: 24,
    })
    .returning()
  const electionId = election?.id ?? 0
  const [question] = await db
    .insert(electionQuestions)
    .values({ electionId, position: 0, text: 'Pengerusi', min: 1, max: 1, hasBlank: false })
    .returning()
  const questionId = question?.id ?? 0
  await db
    .insert(electionCandidates)
    .values({ electionId, questionId, position: 0, userId, name: 'Calon', status: 'accepted' })
  await db.insert(electionTrustees).values({ electionId, index: 1, userId })
  await db.insert(electionTrusteeSecrets).values({ electionId, userId, version: 1, blob: 'rahsia' })
  await db
    .update(elections)
    .set({ status: 'announced', announcedAt: new Date(), questionsHash: '0'.repeat(64) })
    .where(eq(elections.id, electionId))
  const statement = { body: '{}', sig: 'A'.repeat(86) }
  const card = { userId, gen: 1, sign: 'A'.repeat(43), box: 'A'.repeat(43), sig: statement.sig }
  const enrolment = { statement, card, cardPublishedAt: new Date(), gen: 1, signedUserId: userId }
  await db.insert(electionVoters).values({ electionId, credential: '1'.repeat(64), userId, ...enrolment })
  await db.insert(electionObjections).values({ electionId, userId, text: 'Bantahan' })
  await db.insert(electionLostEvents).values({ electionId, userId, height: 3, hash: '2'.repeat(64) })
}

let count = 0

/** Creates a fee of the user with payment, receipt, transfer slip and reversal request, all made by this treasurer. */
async function createFeesOfUser(userId: number, clubId: number, fullName: string): Promise<void> {
  const proposer = await buildUser(target.database.db, { clubId })
  await target.database.db.execute(sql`
    with book as (
      insert into fee_books (club_id, code, time_zone) values (${clubId}, ${`ZZ${userId}`}, 'Asia/Tokyo') returning id),
    plan as (
      insert into fee_plans (book_id, name, amount, currency, period, created_by)
      select id, 'Yuran', 2400, 'JPY', 'year', ${userId} from book returning id, book_id),
    raising as (
      insert into fee_raisings (plan_id, period, due_on, raised_by) select id, '2026', '2026-12-01', ${userId} from plan),
    account as (
      insert into fee_accounts (book_id, user_id, currency) select id, ${userId}, 'JPY' from book returning id, book_id)
    insert into fee_charges (account_id, book_id, plan_id, currency, period, plan_name, amount, outstanding, due_on, overdue_from, charged_by)
    select a.id, a.book_id, p.id, 'JPY', '2026', 'Yuran', 2400, 2400, '2026-12-01', '2026-12-16', ${userId} from account a, plan p`)
  await target.database.db.execute(sql`
    with account as (select id, book_id from fee_accounts where user_id = ${userId}),
    entry as (
      insert into fee_entries (account_id, kind, method, paid_on) select id, 'payment', 'cash', '2026-11-18' from account returning id, account_id),
    lines as (
      insert into fee_lines (entry_id, account_id, side, charge_id, amount)
      select e.id, e.account_id, s.side, c.id, s.amount from entry e join fee_charges c on c.account_id = e.account_id
        cross join (values ('money', 2400), ('receivable', -2400)) s(side, amount)),
    reason as (insert into fee_reasons (entry_id, reason) select id, ${`Kenal ${fullName}`} from entry),
    request as (
      insert into fee_reversal_requests (entry_id, reason, requested_by) select id, ${`Kata ${fullName}`}, ${userId} from entry),
    payee as (
      insert into fee_payees (book_id, currency, kind, holder, account_number, proposed_by)
      select book_id, 'JPY', 'account', 'Kelab', '1', ${userId} from account),
    slip as (
      insert into fee_slips (account_id, checksum, uploaded_by, amount, note)
      select id, 'x', ${userId}, 2400, ${`Daripada ${fullName}`} from account)
    select id from entry`)
  await target.database.db.execute(sql`
    with receipt as (
      insert into fee_receipts (entry_id, book_id, payee_name)
      select e.id, a.book_id, 'Kelab' from fee_entries e join fee_accounts a on a.id = e.account_id
       where a.user_id = ${userId} and e.kind = 'payment' returning id)
    insert into fee_payers (receipt_id, full_name, erase_at) select id, ${fullName}, now() + interval '7 years' from receipt`)
  await target.database.db.transaction(async tx => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into fee_payees (book_id, currency, kind, holder, account_number, proposed_by)
      select book_id, 'MYR', 'account', 'Kelab', '2', ${proposer.id} from fee_accounts where user_id = ${userId} returning id`)
    await tx.execute(
      sql`insert into fee_payee_approvers (payee_id, user_id) values (${rows[0]?.id}, ${userId})`,
    )
  })
}

/** Creates a user with rows in every table that holds personal data. `identifiers`: values that identify the user. */
async function createUserWithData(overrides: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const { db } = target.database
  const n = ++count
  const club = await buildClub(db)
  const fullName = `Zulaikha Binti Contoh ${n}x`
  const phone = `+60 12-345 67${String(n).padStart(2, '0')}`
  const membershipNumber = `JP-2026-7${String(n).padStart(3, '0')}`
  const icNumber = `900101-14-5${String(n).padStart(3, '0')}`
  const email = `zulaikha${n}@rahsia.my`
  const me = await target.asNew({
    fullName,
    phone,
    membershipNumber,
    email,
    username: email,
    clubId: club.id,
    googleId: `g-${email}`,
    institution: `Universiti ${fullName}`,
    socialMedia: [{ platform: 'Facebook', url: `https://fb.test/${email}` }],
    ...overrides,
  })
  const { id } = me.user
  await db
    .update(users)
    .set(encryptIdentityNumber(testSecret, id, icNumber))
    .where(eq(users.id, id))
  await db.update(clubs).set({ adminId: id }).where(eq(clubs.id, club.id))
  await db
    .insert(userHistory)
    .values({ userId: id, status: 'active', reason: `Kenal ${fullName}`, changedBy: id })
  await db
    .insert(termAcceptances)
    .values({ userId: id, version: currentTermsVersion, consented: true, way: 'application' })
  await db.insert(notifications).values([
    { userId: id, kind: 'user.approved', params: { userId: id } },
    { userId: (await buildUser(db)).id, kind: 'user.registered', params: { userId: id } },
  ])
  await queueMail(db, {
    to: [me.user],
    kind: 'user.approved',
    params: { membershipNumber },
  })
  await db.insert(accountTokens).values({ userId: id, kind: 'confirm_email', email, expiresAt: new Date() })
  await target.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
  await uploadPhotograph(me)
  const activity = await buildActivity(db, {
    organizerId: id,
    clubId: club.id,
    description: `Hubungi ${fullName}, ${phone}`,
    secondLanguage: 'en',
    secondTitle: `With ${fullName}`,
    secondDescription: `Call ${fullName}, ${phone}`,
  })
  await db.insert(activityParticipants).values({ activityId: activity.id, userId: id })
  await db.insert(calendarFeeds).values({ userId: id })
  const [announcement] = await db
    .insert(announcements)
    .values({
      authorId: id,
      title: `Kata ${fullName}`,
      body: `Hubungi ${email}`,
      secondLanguage: 'en',
      secondTitle: `Says ${fullName}`,
      secondBody: `Write to ${email}`,
    })
    .returning()
  await db.insert(announcementRecipients).values({ announcementId: announcement?.id ?? 0, userId: id })
  const [motion] = await db
    .insert(motions)
    .values({
      authorId: id,
      clubId: null,
      title: 'Usul',
      body: 'Teks usul',
      proposerId: id,
      seconderId: (await buildUser(db)).id,
      majority: 'simple',
      closesAt: new Date(Date.now() + 86_400_000),
    })
    .returning()
  const motionId = motion?.id ?? 0
  await db.insert(motionVoters).values({ motionId, userId: id })
  await db.update(motions).set({ status: 'open', openedAt: new Date() }).where(eq(motions.id, motionId))
  await db.insert(motionVotes).values({ motionId, userId: id, choice: 'for' })
  await insertElectionRows(id)
  const [rollCall] = await db
    .insert(rollCalls)
    .values({
      askedBy: id,
      country: 'Japan',
      message: `Jawab kepada ${fullName}`,
      eraseAt: new Date(2100, 1),
    })
    .returning()
  await db.insert(rollCallPeople).values({ rollCallId: rollCall?.id ?? 0, userId: id, place: fullName })
  const [field] = await db
    .insert(customFields)
    .values({
      kind: 'text',
      label: `Medan ${n}`,
      position: n,
      slot: n,
      visibleTo: 'managers',
      editableBy: 'managers',
    })
    .returning({ id: customFields.id })
  await db.insert(customFieldValues).values({ fieldId: field?.id as number, userId: id, textValue: fullName })
  const [tag] = await db
    .insert(tags)
    .values({ name: `Tag ${id}` })
    .returning()
  await db.insert(userTags).values({ tagId: tag?.id ?? 0, userId: id })
  await db.insert(savedViews).values({ userId: id, list: 'members', name: 'Paparan', search: 'page=2' })
  // Each test user opened a different country for registration, because a country can be opened only once.
  await db.insert(openCountries).values({ country: countries[12 + (id % 200)] ?? 'Egypt', openedBy: id })
  const officeValues = { userId: id, office: 'country_admin', country: 'Japan', endedAt: new Date() } as const
  const [office] = await db.insert(offices).values(officeValues).returning()
  await db.insert(officeHandovers).values({ officeId: office?.id ?? 0, toId: id, status: 'ended' })
  await buildOfficeAppointment(db, me.user, { office: 'treasurer', over: 'club' }, { endedAt: new Date() })
  await db.insert(activityHelpers).values({ activityId: activity.id, userId: id })
  const [group] = await db
    .insert(messageGroups)
    .values({ name: `Kawan ${fullName.toUpperCase()}`, type: 'custom', createdBy: id, lastSeq: 1 })
    .returning()
  const groupId = group?.id ?? 0
  await db.insert(groupMembers).values({ groupId, userId: id, role: 'owner' })
  await db.insert(messages).values({
    groupId,
    senderId: id,
    seq: 1,
    clientId: `c${n}`,
    content: `Saya ${fullName} (${email}), ${phone}, ${icNumber}. Jumpa nanti!`,
  })
  const encryptedGroup = await createChatGroup(db, [me.user], { encrypted: true })
  const [reported] = await db
    .insert(messages)
    .values({ groupId: encryptedGroup, senderId: (await buildUser(db)).id, seq: 1, content: 'Kata kesat' })
    .returning()
  await db
    .insert(messageReactions)
    .values({ messageId: reported?.id ?? 0, userId: id, clientId: 'r', content: '👍' })
  await db.insert(blockedPeople).values({ userId: id, blockedId: reported?.senderId ?? 0 })
  await db.insert(messageReports).values({
    messageId: reported?.id ?? 0,
    groupId: encryptedGroup,
    reporterId: id,
    senderId: reported?.senderId ?? 0,
    reason: 'abuse',
    note: `Kepada ${fullName}`,
    content: 'Kata kesat',
  })
  const withOwnKeys = await publishEncryptionKeysOfTestMember(me)
  await postNewSignedMemberListAndGroupKey(encryptedGroup, [withOwnKeys])
  const name = withOwnKeys.keys.sign('name', JSON.stringify({ userId: id, gen: 1, rev: 1, name: fullName }))
  await me.call('PUT', '/api/keys/me/name', name)
  await db.insert(withdrawnKeys).values({ userId: id, gen: 1, card: withOwnKeys.keys.card })
  const link = { userId: id, box: 'kotak', mac: 'tanda', name: 'Chrome di Windows', expiresAt: new Date() }
  await db.insert(keyVaults).values({ userId: id, version: 1, blob: 'kunci.terkunci' })
  await db.insert(keyLinks).values({ id: `sambungan${n}`, ...link })
  const sessionId = await createTestSessionInDatabase(db, id)
  await db
    .insert(pushDevices)
    .values({ userId: id, sessionId, endpoint: `https://push.contoh.my/${n}`, p256dh: 'x', auth: 'x' })
  await db
    .insert(trustedDevices)
    .values({ userId: id, token: `percaya-${n}`, expiresAt: new Date(Date.now() + 60_000) })
  await db.insert(twoFactor).values({ userId: id, secret: Buffer.from('rahsia') })
  await db.insert(passkeys).values({
    userId: id,
    credentialId: `kredensial-${n}`,
    publicKey: Buffer.from('awam'),
    counter: 0,
    transports: [],
    name: 'Telefon',
    isSynced: true,
  })
  await db.insert(recoveryCodes).values({ userId: id, hash: 'cincangan' })
  const [call] = await db.insert(calls).values({ groupId: encryptedGroup, startedBy: id }).returning()
  await db.insert(callMembers).values({ callId: call?.id ?? '', userId: id, dev: 'peranti-ku1' })
  await db.insert(callDeclines).values({ callId: call?.id ?? '', userId: id })
  const [created] = await db
    .insert(imports)
    .values({ createdBy: id, name: `${fullName}.csv`, headers: ['Nama'], columns: ['fullName'], total: 2 })
    .returning({ id: imports.id })
  // Inserts two import rows: one led to this account, the other only has the same name and email address.
  await db.insert(importRows).values(
    [id, null].map((userId, line) => ({
      importId: created?.id ?? 0,
      line: line + 1,
      cells: Buffer.from('x'),
      fullName,
      email,
      membershipNumber,
      userId,
    })),
  )
  await createFeesOfUser(id, club.id, fullName)
  const [duplicate, requester] = [await buildUser(db), await buildUser(db)]
  await db.insert(likelyPairs).values({ lowId: id, highId: duplicate.id, why: 'same_phone' })
  await db.insert(mergeRequests).values({
    keptId: id,
    goneId: duplicate.id,
    askedBy: requester.id,
    take: [],
    expiresAt: new Date(2100, 1),
  })
  await db.insert(importColumns).values({ userId: id, header: `kolum ${n}`, key: 'fullName' })
  await db.insert(importSources).values({ userId: id, source: `sumber ${n}`, columns: ['fullName'] })
  await db.insert(invitations).values({
    createdBy: id,
    country: 'Japan',
    email,
    most: 1,
    expiresAt: sql`now() + interval '1 day'`,
  })
  await me.call('PUT', '/api/profile', { course: `Kursus ${fullName}` })
  return {
    ...me,
    identifiers: [fullName, email, phone, membershipNumber, icNumber, icNumber.replaceAll('-', '')],
  }
}

/** Returns all rows of all database tables as text. */
async function dumpDatabase(): Promise<string> {
  const client = new pg.Client({ connectionString: target.database.superuserUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  await client.end()
  return texts.join('\n')
}

function listFilesOnDisk(): { name: string; content: string }[] {
  const folder = target.app.settings.DATA_DIR
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )
  return entries.map(entry => {
    const path = join(entry.parentPath, entry.name)
    return { name: path, content: readFileSync(path, 'latin1') }
  })
}

/** Receipts keep the payer's name after an erasure, until the retention job deletes it. Amount and number stay. */
async function expectPayerUntilRetentionEnds(fullName: string): Promise<void> {
  const { db } = target.database
  const isPayer = eq(feePayers.fullName, fullName)
  expect(await db.$count(feePayers, isPayer)).toBe(1)
  const receipts = await db.$count(feeReceipts)
  await db.update(feePayers).set({ eraseAt: sql`now() - interval '1 day'` }).where(isPayer)
  await runJobs('sweep_expired')
  expect([await db.$count(feePayers, isPayer), await db.$count(feeReceipts)]).toEqual([0, receipts])
}

function expectNoneOf(text: string, identifiers: string[]) {
  for (const identifier of identifiers) {
    const at = text.toLowerCase().indexOf(identifier.toLowerCase())
    expect(at === -1 ? '' : text.slice(Math.max(0, at - 200), at + 100)).toBe('')
  }
}

async function fetchDataExport(me: Caller) {
  const requested = await me.call('POST', '/api/account/data')
  expect(requested.statusCode).toBe(202)
  expect(requested.json()).toMatchObject({ status: 'waiting', progress: 0 })
  await runJobs()
  const { download } = (await me.call('GET', '/api/account/data')).json()
  expect(download).toMatchObject({ id: requested.json().id, status: 'done', progress: 100 })
  const response = await me.call('GET', `/api/account/data/${download.id}`)
  expect(response.statusCode).toBe(200)
  return { id: download.id as string, response }
}

const eraseOwnAccount = (caller: Caller, currentPassword = testPassword) =>
  caller.call('POST', '/api/account/erase', { currentPassword })

describe('dataReferences', () => {
  test('the registry of personal data lists every database column that references a user', async () => {
    const { rows } = await target.database.db.execute<{ column: string }>(sql`
      select c.conrelid::regclass || '.' || a.attname as column
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
       where c.contype = 'f' and c.confrelid = 'users'::regclass`)
    const listed = dataReferences.flatMap(({ table, columns }) => columns.map(column => `${table}.${column}`))
    // The users table itself and audit events, which outlive accounts, have no foreign key to users.
    const unconstrained = ['users.id', 'audit_events.actor_id', 'audit_events.target_id']
    expect([...rows.map(row => row.column), ...unconstrained].sort()).toEqual(listed.sort())
  })

  test('the data export contains every column of users except secrets and ids of other records', () => {
    const exported = Object.keys(dataReferences.find(({ table }) => table === 'users')?.copy.columns ?? {})
    const notExported = Object.keys(getTableColumns(users)).filter(name => !exported.includes(name))
    expect(notExported.sort()).toEqual([
      'approvedBy',
      'clubId',
      'erasedAt',
      'icEncrypted',
      'icHash',
      'invitationId',
      'mergedInto',
      'password',
    ])
  })
})

describe('data export', () => {
  test('the data export holds all rows and files of the user as JSON and as an HTML page, and no data about other users', async () => {
    const [me, other] = [await createUserWithData(), await createUserWithData()]
    const { db } = target.database
    // The other user writes in the first user's group and has viewed the first user's IC number.
    const [ownMessage] = await db.select().from(messages).where(eq(messages.senderId, me.user.id))
    await db.insert(messages).values({
      groupId: ownMessage?.groupId ?? 0,
      senderId: other.user.id,
      recipientId: me.user.id,
      seq: 2,
      content: `Ini ${other.identifiers[0]}, kata-kata saya`,
    })
    await db
      .insert(notifications)
      .values({ userId: me.user.id, kind: 'user.unmasked', params: { userId: other.user.id } })
    await db.insert(auditEvents).values({
      kind: 'user.unmasked',
      actorId: other.user.id,
      targetType: 'user',
      targetId: String(me.user.id),
    })
    const { response } = await fetchDataExport(me)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="data-saya-\d{4}-\d\d-\d\d\.zip"/),
      'cache-control': 'no-store',
    })
    const zip = unzipSync(new Uint8Array(response.rawPayload))
    const readRowsOfFile = (file: string) =>
      JSON.parse(strFromU8(zip[`data/${file}.json`] as Uint8Array)) as object[]
    for (const { table, columns, copy } of dataReferences) {
      const isMine = sql`${sql.identifier(columns[0] ?? '')} = ${me.user.id}`
      const orToMe = table === 'audit_events' ? sql` or target_id = ${String(me.user.id)}` : sql``
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)} where ${isMine}${orToMe}`,
      )
      expect([table, readRowsOfFile(copy.file).length]).toEqual([table, rows[0]?.count])
      if (table !== 'club_history')
        expect([table, readRowsOfFile(copy.file).length > 0]).toEqual([table, true])
    }
    const [fullName, email, phone, membershipNumber, icNumber] = me.identifiers
    expect(readRowsOfFile('akaun')).toMatchObject([{ fullName, email, phone, membershipNumber, icNumber }])
    const page = strFromU8(zip['index.html'] as Uint8Array)
    for (const identifier of me.identifiers.slice(0, 5)) expect(page).toContain(identifier)
    expect(page).toContain('<html lang="ms">')
    const [photograph] = Object.keys(zip).filter(name => name.startsWith('fail/'))
    expect((await sharp(zip[photograph ?? '']).metadata()).format).toBe('webp')
    const texts = Object.entries(zip).filter(([name]) => !name.startsWith('fail/'))
    for (const [, content] of texts)
      expectNoneOf(strFromU8(content), [...other.identifiers, 'kata-kata saya'])
    expectNoneOf(strFromU8(zip['data/akaun.json'] as Uint8Array), [me.user.password ?? '', 'argon2'])
    const [wrap] = await db.select().from(keyWraps).where(eq(keyWraps.userId, me.user.id))
    for (const [, content] of texts) expectNoneOf(strFromU8(content), [wrap?.blob ?? '?'])
  })

  test('the data export is written in the language of its owner, with the same file names', async () => {
    const me = await target.asNew({ language: 'en' })
    const { response } = await fetchDataExport(me)
    expect(response.headers['content-disposition']).toContain('filename="my-data-')
    const zip = unzipSync(new Uint8Array(response.rawPayload))
    const page = strFromU8(zip['index.html'] as Uint8Array)
    expect(page).toContain('<html lang="en">')
    expect(page).toContain('<h2>Announcements for me</h2>')
    expect(page).toContain('<th>Quiet hours</th>')
    expect(Object.keys(zip)).toContain('data/hebahan.json')
  })

  test('the data export page escapes HTML in names', async () => {
    const me = await target.asNew({ fullName: '<script>alert(1)</script>' })
    const { response } = await fetchDataExport(me)
    const page = strFromU8(unzipSync(new Uint8Array(response.rawPayload))['index.html'] as Uint8Array)
    expect(page).not.toContain('<script')
    expect(page).toContain('&#60;script&#62;')
  })

  test('a personal data export is available to its owner only, one at a time, and is deleted after a day', async () => {
    const [me, stranger] = [await target.asNew({ status: 'pending' }), await target.asNew()]
    const [first, second] = await Promise.all([1, 2].map(() => me.call('POST', '/api/account/data')))
    expect(first?.json().id).toBe(second?.json().id)
    expect((await me.call('GET', `/api/account/data/${first?.json().id}`)).statusCode).toBe(404)
    const { id } = await fetchDataExport(me)
    expect((await stranger.call('GET', `/api/account/data/${id}`)).statusCode).toBe(404)
    const { db } = target.database
    const path = join(getDataExportsFolder(target.app.settings), `${id}.zip`)
    await runJobs('sweep_erased', 'sweep_downloads', 'sweep_files')
    expect(existsSync(path)).toBe(true)
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await db.update(dataDownloads).set({ finishedAt: yesterday }).where(eq(dataDownloads.id, id))
    expect((await me.call('GET', `/api/account/data/${id}`)).statusCode).toBe(404)
    expect((await me.call('GET', '/api/account/data')).json()).toEqual({ download: null })
    await runJobs('sweep_erased', 'sweep_downloads', 'sweep_files')
    expect(existsSync(path)).toBe(false)
    expect(await db.$count(dataDownloads, eq(dataDownloads.id, id))).toBe(0)
  })
})

describe('account erasure', () => {
  test('erasing an account leaves no name, contact details or numbers in database, uploads and data exports', async () => {
    const me = await createUserWithData()
    const { id } = me.user
    const first = (await fetchDataExport(me)).id
    const second = (await me.call('POST', '/api/account/data')).json().id as string
    const listCopies = () =>
      readdirSync(getDataExportsFolder(target.app.settings)).filter(name =>
        [first, second].some(copy => name.startsWith(copy)),
      )
    expect(listCopies()).toHaveLength(1)
    await target.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: me.user.email },
    })
    const before = await dumpDatabase()
    for (const identifier of me.identifiers.slice(0, 4)) expect(before).toContain(identifier)
    const [photograph] = await target.database.db.select().from(files).where(eq(files.uploadedBy, id))
    expect(listFilesOnDisk().some(file => file.name.includes(photograph?.id ?? '?'))).toBe(true)

    expect((await eraseOwnAccount(me)).statusCode).toBe(204)
    await expectPayerUntilRetentionEnds(me.identifiers[0] ?? '')
    expectNoneOf(await dumpDatabase(), me.identifiers)
    for (const { name, content } of listFilesOnDisk()) {
      expectNoneOf(name, [photograph?.id ?? '?'])
      expectNoneOf(content, me.identifiers)
    }
    expect(listCopies()).toEqual([])
    const { db } = target.database
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
    expect(events.filter(({ kind }) => kind === 'user.erased')).toMatchObject([{ actorId: id, details: {} }])
    // The pending job of the data export finds no database row and leaves no file behind.
    await runJobs('sweep_erased', 'sweep_downloads', 'sweep_files')
    expectNoneOf(await dumpDatabase(), me.identifiers)
    expect(listCopies()).toEqual([])
    expect((await me.call('GET', '/api/auth/me')).statusCode).toBe(401)
    const login = { email: me.user.email, password: testPassword }
    const loginAttempt = await target.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
    expect(loginAttempt.statusCode).toBe(401)
  })

  test('erasing an account resets every column of users, including columns added in the future', async () => {
    const columns = Object.entries(getTableColumns(users))
    const createSampleValue = (type: string, value: unknown) =>
      Object.fromEntries(
        columns
          .filter(([, column]) => column.getSQLType() === type && !column.enumValues?.length)
          .map(([name]) => [name, value === '' ? `kata-${name.toLowerCase()}` : value]),
      )
    const { password: _password, ...texts } = createSampleValue('text', '')
    const me = await createUserWithData({
      ...texts,
      ...createSampleValue('smallint', 2001),
      educationLevel: 'sarjana',
    })
    const [filled] = await target.database.db.select().from(users).where(eq(users.id, me.user.id))
    expect(
      personKeys.filter(key => key in (filled as TestUser) && filled?.[key as 'phone'] === null),
    ).toEqual(['approvedAt'])
    await eraseOwnAccount(me)
    const [row] = await target.database.db.select().from(users).where(eq(users.id, me.user.id))
    const { id, createdAt: _, updatedAt: __, erasedAt, ...rest } = row as TestUser
    expect(erasedAt).not.toBeNull()
    const { username, email, fullName, role, status, ...others } = rest
    expect([username, email, fullName, role, status]).toEqual([
      `bekas-${id}`,
      `bekas-${id}@dipadam.invalid`,
      'Bekas ahli',
      'member',
      'inactive',
    ])
    // Every other column of the erased user has its default value.
    const isDefaultValue = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0)
    for (const [column, value] of Object.entries(others)) {
      expect([column, isDefaultValue(value) ? null : value]).toEqual([column, null])
    }
  })

  test('erasing an account redacts every identifying field from the messages of the user', async () => {
    const { db } = target.database
    const columns = Object.entries(getTableColumns(users)).filter(
      ([name, column]) => column.getSQLType() === 'text' && !column.enumValues?.length && name !== 'password',
    )
    const values = columns.map(([name]) => [name, `kata-${name.toLowerCase()}-ku`] as const)
    const me = await target.asNew(Object.fromEntries(values))
    const groupId = await createChatGroup(db, [me.user])
    const content = values.map(([, value]) => value).join(', ')
    await db.insert(messages).values({ groupId, seq: 1, senderId: me.user.id, content })
    expect((await eraseOwnAccount(me)).statusCode).toBe(204)
    const [message] = await db.select().from(messages).where(eq(messages.groupId, groupId))
    const remaining = values.filter(([, value]) => message?.content.includes(value)).map(([name]) => name)
    // The Google id and person fields that do not identify are not redacted. New columns belong in the person fields.
    const identifying = new Set<string>(identifyingKeys)
    const nonIdentifying = personKeys.filter(
      key => !identifying.has(key) && values.some(([name]) => name === key),
    )
    expect(remaining.sort()).toEqual([...nonIdentifying, 'googleId'].sort())
  })

  test('erasing an account removes the name from every text column, except from listed columns that hold no prose', async () => {
    const { db, superuserUrl } = target.database
    const me = await createUserWithData()
    const [fullName = ''] = me.identifiers
    const other = await buildUser(db)
    await db.insert(userHistory).values({ userId: other.id, status: 'active', changedBy: me.user.id })
    await db
      .insert(clubHistory)
      .values({ clubId: me.user.clubId ?? 0, isActive: true, changedBy: me.user.id })
    const client = new pg.Client({ connectionString: superuserUrl })
    await client.connect()
    // Writes the name into every text and JSON column of the user's rows.
    const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
        where table_schema = 'public' and data_type in ('text', 'jsonb') and table_name = any($1)
        order by 1, 2`,
      [dataReferences.map(({ table }) => table).filter(table => table !== 'users' && table !== 'sessions')],
    )
    for (const { table, column, type } of columns) {
      const owners = dataReferences.find(trace => trace.table === table)?.columns ?? []
      const isOwnRow = owners.map(owner => `${owner}::text = '${me.user.id}'`).join(' or ')
      const text = `'${fullName} ' || ctid`
      const value = type === 'jsonb' ? `jsonb_build_object('x', ${text})` : text
      // Columns that allow only certain codes reject the name by a check constraint.
      await client.query(`begin; set local session_replication_role = replica;
        do $$ begin update ${table} set ${column} = ${value} where ${isOwnRow};
        exception when check_violation then null; end $$; commit`)
    }
    expect((await eraseOwnAccount(me)).statusCode).toBe(204)
    const remaining: string[] = []
    for (const { table, column } of columns) {
      const { rowCount } = await client.query(
        `select 1 from ${table} where ${column}::text ilike $1 limit 1`,
        [`%${fullName}%`],
      )
      if (rowCount) remaining.push(`${table}.${column}`)
    }
    await client.end()
    const ids = [
      'activities.documents',
      'activities.images',
      'activities.public_key',
      'announcements.documents',
      'call_members.dev',
      'calls.room_pin',
      'message_groups.direct_key',
    ]
    const codes = [
      'imports.columns',
      'activities.time_zone',
      'announcements.audience',
      'appointments.time_zone',
      'audit_events.kind',
      'audit_events.target_type',
      'clubs.time_zone',
      'user_history.current_country',
    ]
    const auditColumns = ['audit_events.country', 'audit_events.details', 'audit_events.target_id']
    // Not redacted: client metadata needed to show and decrypt a message, never text that a user typed.
    const envelopes = [
      'messages.client_id',
      'messages.message_type',
      'messages.metadata',
      'messages.revision',
    ]
    // Not redacted: club profiles, which headquarters write and not the user.
    const clubTexts = ['clubs.city', 'clubs.description', 'clubs.links', 'clubs.name', 'clubs.university']
    // Not redacted: texts of an election, which are on its ballots or in its public log and cannot be changed.
    const electionTexts = [
      'election_candidates.name',
      'election_candidates.statement',
      'election_trustees.card',
      'election_trustees.polynomial',
      'election_trustees.voutput',
      'election_voters.card',
      'election_voters.credential',
      'election_voters.statement',
      'elections.annul_reason',
      'elections.close_reason',
      'elections.description',
      'elections.questions_hash',
      'elections.roll_hash',
      'elections.server_public_key',
      'elections.time_zone',
      'elections.title',
      'elections.uuid',
    ]
    // Not redacted: fee plans and payee accounts belong to the club, and a charge has the name of its plan.
    const feeTexts = [
      'fee_charges.currency',
      'fee_charges.period',
      'fee_charges.plan_name',
      'fee_charges.reference',
      'fee_payees.account_number',
      'fee_payees.bank',
      'fee_payees.bank_code',
      'fee_payees.holder',
      'fee_plans.audience',
      'fee_plans.name',
      'fee_plans.reductions',
      'fee_slips.checksum',
    ]
    // Not redacted: the text of a motion, which is the record of a decision and immutable once voting opens.
    const decisionTexts = ['motions.body', 'motions.close_reason', 'motions.title', ...electionTexts]
    // A new column must be redacted in redactPersonalDetails, or listed here if it holds no prose.
    expect(remaining.sort()).toEqual(
      [...ids, ...codes, ...auditColumns, ...envelopes, ...clubTexts, ...feeTexts, ...decisionTexts].sort(),
    )
  })

  test('erasing an account deletes its encryption keys, but keeps signed member lists, group keys (epochs) and encrypted messages of groups intact', async () => {
    const { db } = target.database
    const me = await publishEncryptionKeysOfTestMember(await target.asNew({ fullName: 'Zulaikha' }))
    const friend = await publishEncryptionKeysOfTestMember(await target.asNew())
    const groupId = await createChatGroup(db, [friend.user, me.user], { encrypted: true })
    await postNewSignedMemberListAndGroupKey(groupId, [friend, me])
    const content = 'e2ee1.abc-Zulaikha-def'
    await db.insert(messages).values({ groupId, seq: 1, senderId: me.user.id, content })
    const name = { userId: me.user.id, gen: 1, rev: 1, name: 'Zulaikha' }
    await me.call('PUT', '/api/keys/me/name', me.keys.sign('name', JSON.stringify(name)))
    const ownTables = [userKeys, keyWraps, keyDevices, userNames, epochBoxes]
    const countOwnRows = () =>
      Promise.all(ownTables.map(table => db.$count(table, eq(table.userId, me.user.id))))
    const countGroupRows = () =>
      Promise.all([groupRoster, groupEpochs].map(table => db.$count(table, eq(table.groupId, groupId))))
    expect([await countOwnRows(), await countGroupRows()]).toEqual([
      [1, 1, 1, 1, 1],
      [2, 1],
    ])
    expect((await eraseOwnAccount(me)).statusCode).toBe(204)
    expect([await countOwnRows(), await countGroupRows()]).toEqual([
      [0, 0, 0, 0, 0],
      [2, 1],
    ])
    const [message] = (await friend.call('GET', `/api/messages/${groupId}`)).json()
    expect(message).toMatchObject({ content, sender: { fullName: 'Bekas ahli' } })
    const { epochs } = (await friend.call('GET', `/api/groups/${groupId}/epochs`)).json()
    expect(epochs).toMatchObject([{ box: expect.any(String) }])
  })

  test('after an erasure chats show "former member" instead of the name, and lists, search, exports and activities omit the person', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const me = await createUserWithData({ clubId: club.id })
    const friend = await target.asNew({ clubId: club.id })
    const admin = await target.asNew({ role: 'system_admin' })
    const [fullName = ''] = me.identifiers
    const direct = (
      await friend.call('POST', '/api/groups', { direct: true, memberIds: [me.user.id] })
    ).json()
    const [ownMessage] = await db.select().from(messages).where(eq(messages.senderId, me.user.id))
    const groupId = ownMessage?.groupId ?? 0
    await db.insert(groupMembers).values({ groupId, userId: friend.user.id })
    const planned = await buildActivity(db, { maxParticipants: 1 })
    const completed = await buildActivity(db, { status: 'completed' })
    await me.call('POST', `/api/activities/${planned.id}/join`)
    await friend.call('POST', `/api/activities/${planned.id}/join`)
    await db
      .insert(activityParticipants)
      .values({ activityId: completed.id, userId: me.user.id, status: 'attended' })

    expect((await eraseOwnAccount(me)).statusCode).toBe(204)
    const [message] = (await friend.call('GET', `/api/messages/${groupId}`)).json()
    expect(message.sender).toEqual({ fullName: 'Bekas ahli', profileImageUrl: null })
    expect(message.content).toBe('Saya […] ([…]), […], […]. Jumpa nanti!')
    const groups = (await friend.call('GET', '/api/groups')).json() as { id: number }[]
    expect(groups.find(({ id }) => id === groupId)).toMatchObject({ role: 'owner', memberCount: 1 })
    expect(groups.find(({ id }) => id === direct.id)).toMatchObject({ name: 'Bekas ahli', isActive: false })
    const joined = (await friend.call('GET', `/api/activities/${planned.id}`)).json()
    expect(joined).toMatchObject({ myStatus: 'registered', participantCount: 1, waitingCount: 0 })
    expect((await friend.call('GET', `/api/activities/${completed.id}`)).json().participantCount).toBe(1)
    expect(await db.$count(mailOutbox, eq(mailOutbox.userId, friend.user.id))).toBe(1)
    for (const url of [
      `/api/users?search=${encodeURIComponent(fullName)}`,
      '/api/users',
      '/api/users/export?format=csv',
      '/api/users/recent',
      '/api/audit',
      '/api/outbox',
      '/api/notifications',
      '/api/clubs',
      '/api/people',
      `/api/activities/${completed.id}/participants`,
      `/api/activities/${completed.id}/participants/export?format=csv`,
      `/api/groups/${groupId}/members`,
    ]) {
      expectNoneOf((await admin.call('GET', url)).body, me.identifiers)
      expectNoneOf((await friend.call('GET', url)).body, me.identifiers)
    }
    expect((await admin.call('GET', `/api/users/${me.user.id}`)).statusCode).toBe(404)
    expect(await db.$count(activities, eq(activities.organizerId, me.user.id))).toBe(1)
  })

  test('erasing an account ends all sessions and closes open sockets', async () => {
    const me = await target.asNew()
    const other = await target.as(me.user)
    if (!target.app.server.listening) await target.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = target.app.server.address() as { port: number }
    const socket = await connectSocket(`http://127.0.0.1:${port}`, { cookie: other.cookie })
    const closed = waitForDisconnect(socket)
    await eraseOwnAccount(me)
    await closed
    expect((await other.call('GET', '/api/auth/me')).statusCode).toBe(401)
  })

  test('erasing an account with a wrong or missing password changes nothing', async () => {
    const me = await target.asNew({ status: 'rejected' })
    expect((await eraseOwnAccount(me, 'salah')).json().fields).toHaveProperty('currentPassword')
    expect((await me.call('POST', '/api/account/erase', {})).json().fields).toHaveProperty('currentPassword')
    expect((await me.call('GET', '/api/auth/me')).statusCode).toBe(200)
    expect((await eraseOwnAccount(me)).statusCode).toBe(204)
  })

  test('two concurrent erasures of one account run once, and concurrent profile updates restore no personal data', async () => {
    const me = await createUserWithData()
    const responses = await Promise.all([
      eraseOwnAccount(me),
      eraseOwnAccount(me),
      ...[1, 2, 3].map(() =>
        me.call('PUT', '/api/profile', { phone: me.identifiers[2], course: me.identifiers[0] }),
      ),
    ])
    expect(
      responses
        .slice(0, 2)
        .map(({ statusCode }) => statusCode)
        .sort(),
    ).toEqual([204, 401])
    await expectPayerUntilRetentionEnds(me.identifiers[0] ?? '')
    expectNoneOf(await dumpDatabase(), me.identifiers)
  })

  test('a follow-up job deletes mails and activity participations that were stored after the erasure of an account', async () => {
    const me = await createUserWithData()
    await eraseOwnAccount(me)
    await queueMail(target.database.db, { to: [me.user], kind: 'activity.changed' })
    const activity = await buildActivity(target.database.db)
    await target.database.db
      .insert(activityParticipants)
      .values({ activityId: activity.id, userId: me.user.id })
    await runJobs('sweep_erased', 'sweep_downloads', 'sweep_files')
    await expectPayerUntilRetentionEnds(me.identifiers[0] ?? '')
    expectNoneOf(await dumpDatabase(), me.identifiers)
    expect(
      await target.database.db.$count(activityParticipants, eq(activityParticipants.activityId, activity.id)),
    ).toBe(0)
  })

  test('the last system administrator cannot be erased, also when the last two try concurrently', async () => {
    const { db } = target.database
    await db.update(users).set({ status: 'inactive' }).where(eq(users.role, 'system_admin'))
    const [a, b] = [
      await target.asNew({ role: 'system_admin' }),
      await target.asNew({ role: 'system_admin' }),
    ]
    const responses = await Promise.all([eraseOwnAccount(a), eraseOwnAccount(b)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('last_admin')
  })

  test('an uploaded file without a database row is deleted by the cleanup job', async () => {
    const me = await target.asNew()
    const id = await uploadPhotograph(me)
    const path = join(target.app.settings.DATA_DIR, 'uploads', id.slice(0, 2), id)
    const old = new Date(Date.now() - 2 * 3_600_000)
    utimesSync(path, old, old)
    await target.database.db.update(users).set({ profileImageId: null }).where(eq(users.id, me.user.id))
    await target.database.db.delete(files).where(eq(files.id, id))
    await runJobs('sweep_erased', 'sweep_downloads', 'sweep_files')
    expect(existsSync(path)).toBe(false)
  })
})
