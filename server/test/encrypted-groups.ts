// For a test file: a server, people with keys, and their encrypted groups, begun by the client's own code.
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { Roster } from '#shared/e2ee/roster.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { KeptGroup } from '#web/lib/e2ee/group-ports.ts'
import { buildGroup } from './chat.ts'
import { setUpDatabase } from './database.ts'
import { buildPerson, type Person, personAt, restoreKeys } from './encrypted-person.ts'
import { buildClub, type TestUser } from './factories.ts'
import { type Instance, startInstance } from './instances.ts'
import { until } from './program.ts'
import { several } from './several.ts'

export function setUpEncryption(log?: Parameters<typeof startInstance>[2]) {
  const database = setUpDatabase()
  let instance: Instance
  const there: Person[] = []
  beforeAll(async () => {
    instance = await startInstance(database.appUrl, {}, log)
  })
  afterEach(() => {
    for (const { client } of there.splice(0)) client.socket.close()
  })
  afterAll(() => instance.close())

  const run = (statement: SQL) => database.db.execute(statement)

  async function person(overrides?: Parameters<typeof buildPerson>[2]): Promise<Person> {
    const one = await buildPerson(instance, database.db, overrides)
    there.push(one)
    return one
  }

  /** A group of these people, begun and spoken in by the first. */
  async function begin(owner: Person, ...others: Person[]) {
    const memberIds = others.map(({ user }) => user.id)
    const { id } = await owner.call<GroupRow>('POST', '/api/groups', { name: 'Rahsia', memberIds })
    const group = owner.group(id)
    await group.begin(memberIds, 0)
    expect((await owner.say(group, id, 'Pertama')).ok).toBe(true)
    return { id, group }
  }

  /** A club with its group, not encrypted yet: whoever runs it, and one member. */
  async function buildClubGroup() {
    const club = await buildClub(database.db)
    const build = (role: 'club_admin_ln' | 'member') => person({ role, clubId: club.id })
    const [admin, member] = [await build('club_admin_ln'), await build('member')]
    const id = await buildGroup(database.db, [admin.user, member.user], { type: 'club', clubId: club.id })
    return { id, admin, member, club, build }
  }

  /** Somebody whose keys are there already, on a device that has this of its groups. */
  async function comeBack(user: TestUser, phrase: string, kept?: Map<number, KeptGroup>): Promise<Person> {
    const restore = (call: Person['call']) => restoreKeys(call, user.id, phrase)
    const one = await personAt(instance, database.db, user, restore, kept)
    there.push(one)
    return one
  }

  return {
    database,
    run,
    person,
    comeBack,
    people: <const N extends number>(count: N) => several(count, () => person()),
    begin,
    buildClubGroup,
    join: (id: number, { user }: Person) =>
      run(sql`insert into group_members (group_id, user_id) values (${id}, ${user.id})`),
    /** Whoever is deactivated is out of their sockets, and comes back into them. */
    setStatus: async ({ user, client }: Person, status: 'active' | 'inactive') => {
      await run(sql`update users set status = ${status} where id = ${user.id}`)
      if (status === 'active') client.socket.connect()
      await until(() => client.socket.connected === (status === 'active'))
    },
    /** Who holds a box of the newest epoch, by the database. */
    holders: async (id: number): Promise<unknown[]> => {
      const { rows } = await run(sql`select user_id from epoch_boxes where group_id = ${id}
        and n = (select max(n) from group_epochs where group_id = ${id}) order by 1`)
      return rows.map(row => row.user_id)
    },
  }
}

export const rosterOf = (group: EncryptedGroup) => group.get().roster as Roster
export const idsOf = (...people: Person[]) => people.map(({ user }) => user.id)
