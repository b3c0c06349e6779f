// Sets up a server, users with encryption keys, and encrypted groups.
// The encrypted groups in these tests are created by the code that the web client uses.
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createTestRecordsInSequence } from '#server/test/harness/create-test-records-in-sequence.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildClub, type TestUser } from '#server/test/harness/factories.ts'
import { type Instance, startServerInstance } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { Roster } from '#shared/e2ee/roster.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import type { StoredGroup } from '#web/lib/e2ee/group/group-ports.ts'
import { createChatGroup } from './chat-client.ts'
import {
  connectEncryptedClient,
  createPersonWithEncryptionKeys,
  type Person,
  restoreEncryptionKeys,
} from './encrypted-person.ts'

export function setUpEncryptedGroups(log?: Parameters<typeof startServerInstance>[2]) {
  const database = setUpDatabase()
  let instance: Instance
  const connectedPeople: Person[] = []
  beforeAll(async () => {
    instance = await startServerInstance(database.appUrl, {}, log)
  })
  afterEach(() => {
    for (const { client } of connectedPeople.splice(0)) client.socket.close()
  })
  afterAll(() => instance.close())

  const runSql = (statement: SQL) => database.db.execute(statement)

  async function createPerson(
    overrides?: Parameters<typeof createPersonWithEncryptionKeys>[2],
  ): Promise<Person> {
    const created = await createPersonWithEncryptionKeys(instance, database.db, overrides)
    connectedPeople.push(created)
    return created
  }

  /** Creates an encrypted group of the given people. The first person creates the group and sends a message. */
  async function startGroup(owner: Person, ...others: Person[]) {
    const memberIds = others.map(({ user }) => user.id)
    const { id } = await owner.call<GroupRow>('POST', '/api/groups', { name: 'Rahsia', memberIds })
    const group = owner.group(id)
    await group.createRoster(memberIds, 0)
    expect((await owner.sendText(group, id, 'Pertama')).ok).toBe(true)
    return { id, group }
  }

  /** Creates a club whose group is not encrypted yet, with its administrator and one member. */
  async function buildClubGroup() {
    const club = await buildClub(database.db)
    const createClubPerson = (role: 'club_admin_ln' | 'member') => createPerson({ role, clubId: club.id })
    const [admin, member] = [await createClubPerson('club_admin_ln'), await createClubPerson('member')]
    const id = await createChatGroup(database.db, [admin.user, member.user], {
      type: 'club',
      clubId: club.id,
    })
    return { id, admin, member, club, build: createClubPerson }
  }

  /** Connects a test user who already has encryption keys. The device starts with the given stored group state. */
  async function reconnectPerson(
    user: TestUser,
    phrase: string,
    kept?: Map<number, StoredGroup>,
  ): Promise<Person> {
    const restoreKeysOfUser = (call: Person['call']) => restoreEncryptionKeys(call, user.id, phrase)
    const connected = await connectEncryptedClient(instance, database.db, user, restoreKeysOfUser, kept)
    connectedPeople.push(connected)
    return connected
  }

  return {
    database,
    run: runSql,
    person: createPerson,
    comeBack: reconnectPerson,
    people: <const N extends number>(count: N) => createTestRecordsInSequence(count, () => createPerson()),
    begin: startGroup,
    buildClubGroup,
    join: (id: number, { user }: Person) =>
      runSql(sql`insert into group_members (group_id, user_id) values (${id}, ${user.id})`),
    /** Changes the status of the user. The sockets of an inactive user are closed and reconnect after activation. */
    setStatus: async ({ user, client }: Person, status: 'active' | 'inactive') => {
      await runSql(sql`update users set status = ${status} where id = ${user.id}`)
      if (status === 'active') client.socket.connect()
      await waitUntil(() => client.socket.connected === (status === 'active'))
    },
    /** Returns the ids of the users for whom the newest group key is encrypted, read from the database. */
    holders: async (id: number): Promise<unknown[]> => {
      const { rows } = await runSql(sql`select user_id from epoch_boxes where group_id = ${id}
        and n = (select max(n) from group_epochs where group_id = ${id}) order by 1`)
      return rows.map(row => row.user_id)
    },
  }
}

export const getGroupRoster = (group: EncryptedGroup) => group.get().roster as Roster
export const getUserIds = (...people: Person[]) => people.map(({ user }) => user.id)
