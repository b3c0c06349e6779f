// Who runs an encrypted group stands in its signed list, which the server cannot change: there an office is handed over by
// a signature of whoever gives it.
import type { GroupRow } from '#shared/contracts/chat.ts'
import { memberAt, type RosterRole } from '#shared/e2ee/roster.ts'
import { fetchAllGroups } from '#web/lib/all-groups.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { findKeys, openGroup } from '#web/lib/e2ee/open-group.ts'
import { meQuery, queryClient } from '#web/lib/query-client.ts'

async function signIn(
  group: GroupRow,
  identity: Identity,
  heirId: number,
  role: RosterRole,
): Promise<boolean> {
  const sealed = await openGroup(group, identity)
  await sealed.appoint(heirId, role)
  const { roster } = sealed.get()
  return roster !== undefined && memberAt(roster, heirId)?.role === role
}

/**
 * In the encrypted groups of one's own club. False: in one of them nothing was signed, because the keys are not on this
 * device, or the heir is not on the list.
 */
export async function signHeir(heirId: number, role: RosterRole): Promise<boolean> {
  const me = await queryClient.ensureQueryData(meQuery)
  const groups = await fetchAllGroups()
  const ours = groups.filter(
    ({ type, encrypted, clubId }) => type === 'club' && encrypted && clubId === me?.clubId,
  )
  if (!me || ours.length === 0) return true
  const { identity } = await findKeys(me.id)
  if (!identity) return false
  const done = await Promise.all(ours.map(group => signIn(group, identity, heirId, role).catch(() => false)))
  return done.every(Boolean)
}
