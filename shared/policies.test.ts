import { describe, expect, test } from 'vitest'
import { appointedOffices, officeScopes, type Role, roles, userStatuses } from '#shared/constants.ts'
import {
  type Action,
  type Actor,
  actions,
  can,
  canAppointUserToOffice,
  canApproveApplicationOfUser,
  canEndOfficeHeldByUser,
  getHighestUserRankAllowedAsActionTarget,
  getPermissionScopeOfActor,
  getPermissionScopeOfRole,
  getScopesAndActionsOfOffice,
  type HeldOffice,
  isActionAllowedForEveryRole,
  isInActivityAudience,
  listAssignableRoles,
  listOfficesActorMayAppointUserTo,
  type Target,
  type TargetUser,
} from '#shared/policies.ts'

const letters: Record<Role, string> = {
  system_admin: 'S',
  hq_admin: 'H',
  country_admin: 'C',
  club_admin_ln: 'L',
  club_secretary: 'Y',
  member: 'M',
}

/**
 * Expected permissions: for each action the initial letters of the roles that may take the action, at least on some
 * records.
 */
const table: Record<Action, string> = {
  'dashboard.view': 'SHCLYM',
  'users.list': 'SHCLY',
  'users.recent': 'SHCLYM',
  'users.export': 'SHCLY',
  'users.view': 'SHCLY',
  'users.pending': 'SHC',
  'users.approve': 'SHC',
  'users.reject': 'SHC',
  'users.deactivate': 'SHC',
  'users.reactivate': 'SHC',
  'users.place': 'SHC',
  'users.tag': 'SHCLY',
  'segments.use': 'SHCLY',
  'users.unmask': 'SHC',
  'imports.propose': 'SHCL',
  'imports.confirm': 'SHC',
  'users.invite': 'SHCLYM',
  'users.changeRole': 'SHC',
  'users.resetTwoFactor': 'SHC',
  'users.merge': 'SHC',
  'offices.list': 'SHCLY',
  'offices.handOver': 'CLY',
  'offices.give': 'SHCL',
  'people.search': 'SHCLYM',
  'clubs.list': 'SHCLYM',
  'clubs.manage': 'SH',
  'countries.manage': 'SH',
  'fields.manage': 'SHCLY',
  'fields.fill': 'SHCLY',
  'cards.own': 'SHCLYM',
  'cards.print': 'SHCLY',
  'activities.list': 'SHCLYM',
  'activities.manage': 'SHCLY',
  'activities.join': 'SHCLYM',
  'activities.help': 'SHCLYM',
  'groups.use': 'SHCLYM',
  'groups.encrypt': 'SHCL',
  'reports.make': 'SHCLYM',
  'reports.decide': 'SHCLYM',
  'announcements.read': 'SHCLYM',
  'announcements.manage': 'SHCLY',
  'announcements.urgent': 'SH',
  'elections.manage': 'SHCL',
  'elections.vote': 'SHCLYM',
  'rollCalls.ask': 'SHC',
  'rollCalls.answer': 'SHCLYM',
  'fees.own': 'SHCLYM',
  'fees.view': 'SHCLY',
  'fees.manage': 'SHCL',
  'fees.rules': 'SH',
  'notifications.use': 'SHCLYM',
  'files.use': 'SHCLYM',
  'account.manage': 'SHCLYM',
  'analytics.members': 'SH',
  'analytics.communication': 'S',
  'audit.read': 'SHC',
  'data.register': 'SH',
  'outbox.read': 'S',
}

function buildActor(role: Role, overrides: Partial<Actor> = {}): Actor {
  return { id: 1, role, status: 'active', currentCountry: 'Japan', clubId: 7, ...overrides }
}

function buildTargetUser(overrides: Partial<TargetUser> = {}): Target {
  return { user: { id: 2, role: 'member', currentCountry: 'Japan', clubId: 7, ...overrides } }
}

describe('can: role × action', () => {
  test('the table of expected permissions in policies.test.ts contains every action', () => {
    expect(Object.keys(table).sort()).toEqual([...actions].sort())
  })

  test.each(actions)('the action %s is allowed for exactly the roles in the permission table', action => {
    const allowed = roles.filter(role => can(buildActor(role), action)).map(role => letters[role])
    expect(allowed.join('')).toBe(table[action])
  })

  test('users whose account is not active may take no action', () => {
    for (const status of userStatuses.filter(status => status !== 'active')) {
      for (const role of roles) {
        expect(actions.filter(action => can(buildActor(role, { status }), action))).toEqual([])
      }
    }
  })
})

describe('can: scope over people', () => {
  const elsewhere = buildTargetUser({ currentCountry: 'Germany', clubId: 9 })
  const sameCountry = buildTargetUser({ clubId: 9 })

  test.each([
    ['system_admin', true, true, true],
    ['hq_admin', true, true, true],
    ['country_admin', true, true, false],
    ['club_admin_ln', true, false, false],
    ['club_secretary', true, false, false],
    ['member', false, false, false],
  ] as const)(
    '%s may view people of the own club: %s, own country: %s, elsewhere: %s',
    (role, club, country, other) => {
      expect(can(buildActor(role), 'users.view', buildTargetUser())).toBe(club)
      expect(can(buildActor(role), 'users.view', sameCountry)).toBe(country)
      expect(can(buildActor(role), 'users.view', elsewhere)).toBe(other)
    },
  )

  test('an administrator without country or club has an empty scope, which includes no people, not even those without country or club', () => {
    const nowhere = buildTargetUser({ currentCountry: null, clubId: null })
    expect(can(buildActor('country_admin', { currentCountry: null }), 'users.approve', nowhere)).toBe(false)
    expect(can(buildActor('club_admin_ln', { clubId: null }), 'users.view', nowhere)).toBe(false)
  })
})

describe('can: own records', () => {
  test('managers of fees may manage the fees of users of any rank, but not their own fees', () => {
    const officer = buildActor('member', { offices: [{ office: 'treasurer', over: 'club' }] })
    expect(can(officer, 'fees.manage', buildTargetUser({ role: 'club_admin_ln' }))).toBe(true)
    expect(can(officer, 'fees.manage', buildTargetUser({ id: officer.id }))).toBe(false)
    expect(
      can(buildActor('system_admin'), 'fees.manage', buildTargetUser({ id: 1, role: 'system_admin' })),
    ).toBe(false)
  })
})

describe('can: rank', () => {
  test('no user may deactivate a user of higher rank, deactivate themselves or change their own role', () => {
    expect(can(buildActor('hq_admin'), 'users.deactivate', buildTargetUser({ role: 'system_admin' }))).toBe(
      false,
    )
    expect(can(buildActor('hq_admin'), 'users.deactivate', buildTargetUser({ role: 'hq_admin' }))).toBe(true)
    expect(can(buildActor('hq_admin'), 'users.deactivate', buildTargetUser({ id: 1 }))).toBe(false)
    expect(can(buildActor('system_admin'), 'users.changeRole', buildTargetUser({ id: 1 }))).toBe(false)
  })

  test('no user may assign a role above their own', () => {
    for (const assigner of ['system_admin', 'hq_admin', 'country_admin'] as const) {
      const allowed = roles.filter(newRole =>
        can(buildActor(assigner), 'users.changeRole', { ...buildTargetUser(), newRole }),
      )
      expect(allowed).toEqual(listAssignableRoles(buildActor(assigner)))
    }
    expect(listAssignableRoles(buildActor('country_admin'))).toEqual([
      'country_admin',
      'club_admin_ln',
      'club_secretary',
      'member',
    ])
    expect(listAssignableRoles(buildActor('club_admin_ln'))).toEqual([])
  })
})

describe('can: scope over clubs', () => {
  test.each([
    ['system_admin', true, true, true, true],
    ['hq_admin', true, true, true, true],
    ['country_admin', false, true, true, false],
    ['club_admin_ln', false, true, false, false],
    ['club_secretary', false, true, false, false],
    ['member', false, false, false, false],
  ] as const)(
    '%s may manage activities and list members without a club: %s, own club: %s, own country: %s, elsewhere: %s',
    (role, none, own, country, other) => {
      for (const action of ['activities.manage', 'users.list'] as const) {
        const canActInClub = (club: Target['club']) => can(buildActor(role), action, { club })
        expect(canActInClub(null)).toBe(none)
        expect(canActInClub({ id: 7, country: 'Japan' })).toBe(own)
        expect(canActInClub({ id: 9, country: 'Japan' })).toBe(country)
        expect(canActInClub({ id: 9, country: 'Germany' })).toBe(other)
      }
    },
  )

  test('can() denies actions that the role does not permit, on users in another country, and by a club secretary without a club', () => {
    const own = { id: 7, country: 'Japan' }
    expect(can(buildActor('club_admin_ln'), 'clubs.manage', { club: own })).toBe(false)
    expect(
      can(buildActor('country_admin'), 'users.view', {
        ...buildTargetUser({ currentCountry: 'Germany' }),
        club: own,
      }),
    ).toBe(false)
    expect(can(buildActor('club_secretary', { clubId: null }), 'users.list', { club: own })).toBe(false)
  })
})

/** Expected actions of each appointed office, in addition to the actions of every member. */
const officeTable: Record<HeldOffice['office'], Action[]> = {
  treasurer: ['fees.manage', 'fees.view', 'users.list', 'users.view'],
  returning_officer: ['elections.manage', 'users.list'],
  event_lead: ['activities.manage'],
}
const heldOffices = appointedOffices.flatMap(office => officeScopes.map(over => ({ office, over })))

describe('can: offices', () => {
  const buildOfficeHolder = (held: HeldOffice, overrides: Partial<Actor> = {}) =>
    buildActor('member', { offices: [held], ...overrides })
  const member = buildActor('member')

  test.each(heldOffices)(
    'a member who is $office over $over may take exactly the actions of a member and of the office',
    held => {
      const gained = actions.filter(action => can(buildOfficeHolder(held), action) && !can(member, action))
      expect(gained.sort()).toEqual(officeTable[held.office])
      expect(actions.filter(action => can(member, action) && !can(buildOfficeHolder(held), action))).toEqual(
        [],
      )
    },
  )

  test.each(appointedOffices)('the office %s grants at least one action', office => {
    expect(getScopesAndActionsOfOffice(office).actions.length).toBeGreaterThan(0)
  })

  test.each(heldOffices.filter(({ office }) => office === 'event_lead'))(
    'an event lead over $over manages activities of that scope only',
    held => {
      const canActInClub = (club: Target['club']) =>
        can(buildOfficeHolder(held), 'activities.manage', { club })
      const reached = [canActInClub({ id: 7, country: 'Japan' }), canActInClub({ id: 9, country: 'Japan' })]
      const elsewhere = [canActInClub({ id: 9, country: 'Germany' }), canActInClub(null)]
      expect([...reached, ...elsewhere]).toEqual(
        {
          club: [true, false, false, false],
          country: [true, true, false, false],
          all: [true, true, true, true],
        }[held.over],
      )
    },
  )

  test('an office gives no scope to a holder who is not active, or has no club or country', () => {
    for (const held of heldOffices) {
      expect(actions.filter(action => can(buildOfficeHolder(held, { status: 'inactive' }), action))).toEqual(
        [],
      )
    }
    const nowhere = { clubId: null, currentCountry: null }
    const target = buildTargetUser({ currentCountry: null, clubId: null })
    expect(can(buildOfficeHolder({ office: 'treasurer', over: 'club' }, nowhere), 'users.view', target)).toBe(
      false,
    )
    expect(
      can(buildOfficeHolder({ office: 'treasurer', over: 'country' }, nowhere), 'users.view', target),
    ).toBe(false)
  })

  test('a user with a role and an office has the wider of the two scopes for the actions of the office', () => {
    const offices: HeldOffice[] = [{ office: 'treasurer', over: 'club' }]
    expect(getPermissionScopeOfActor(buildActor('hq_admin', { offices }), 'users.list')).toEqual({
      over: 'all',
    })
    expect(getPermissionScopeOfActor(buildActor('country_admin', { offices }), 'users.list')).toEqual({
      over: 'country',
      country: 'Japan',
    })
    const wide: HeldOffice[] = [{ office: 'treasurer', over: 'country' }]
    const secretary = buildActor('club_secretary', { offices: wide })
    expect(getPermissionScopeOfActor(secretary, 'users.view')).toEqual({ over: 'country', country: 'Japan' })
    // The office grants only the action `users.view`, so other actions keep the scope of the role.
    expect(getPermissionScopeOfActor(secretary, 'users.export')).toEqual({ over: 'club', clubId: 7 })
  })

  test('an office at headquarters does not make a country administrator an approver of other countries', () => {
    const admin = buildActor('country_admin', { offices: [{ office: 'treasurer', over: 'all' }] })
    const [here, abroad] = [buildTargetUser(), buildTargetUser({ currentCountry: 'Germany' })]
    expect([here, abroad].map(target => can(admin, 'users.view', target))).toEqual([true, true])
    expect([here, abroad].map(target => can(admin, 'users.approve', target))).toEqual([true, false])
    const users = [here, abroad].map(({ user }) => user as TargetUser)
    expect(users.map(user => canApproveApplicationOfUser(admin, user))).toEqual([true, false])
  })
})

describe('canAppointUserToOffice', () => {
  const buildUser = (overrides: Partial<TargetUser> = {}) => buildTargetUser(overrides).user as TargetUser

  test.each([
    ['system_admin', ['club', 'country', 'all']],
    ['hq_admin', ['club', 'country', 'all']],
    ['country_admin', ['club', 'country']],
    ['club_admin_ln', ['club']],
    ['club_secretary', []],
    ['member', []],
  ] as const)('%s gives and ends offices of a member of the own club over %s', (role, scopes) => {
    for (const office of appointedOffices) {
      const given = officeScopes.filter(over =>
        canAppointUserToOffice(buildActor(role), { office, over }, buildUser()),
      )
      expect(given).toEqual(scopes)
    }
    expect(officeScopes.filter(over => canEndOfficeHeldByUser(buildActor(role), over, buildUser()))).toEqual(
      scopes,
    )
  })

  test('nobody gives an office to themselves, to a user of higher rank or to a user outside their scope', () => {
    const held: HeldOffice = { office: 'treasurer', over: 'club' }
    expect(canAppointUserToOffice(buildActor('hq_admin'), held, buildUser({ id: 1 }))).toBe(false)
    expect(
      canAppointUserToOffice(buildActor('club_admin_ln'), held, buildUser({ role: 'country_admin' })),
    ).toBe(false)
    expect(canAppointUserToOffice(buildActor('club_admin_ln'), held, buildUser({ clubId: 9 }))).toBe(false)
    expect(
      canAppointUserToOffice(buildActor('country_admin'), held, buildUser({ currentCountry: 'Germany' })),
    ).toBe(false)
    expect(canAppointUserToOffice(buildActor('hq_admin', { status: 'inactive' }), held, buildUser())).toBe(
      false,
    )
  })

  test('a user can give an office only if the user has each right of the office in the same scope', () => {
    for (const role of roles) {
      for (const { office, over } of listOfficesActorMayAppointUserTo(buildActor(role), buildUser())) {
        for (const action of getScopesAndActionsOfOffice(office).actions) {
          const holderScope = getPermissionScopeOfActor(
            buildActor('member', { offices: [{ office, over }] }),
            action,
          )
          const giverScope = getPermissionScopeOfActor(buildActor(role), action)
          const order = ['club', 'country', 'all']
          expect(order.indexOf(giverScope.over)).toBeGreaterThanOrEqual(order.indexOf(holderScope.over))
        }
      }
    }
  })

  test('an office does not permit its holder to give offices to others', () => {
    for (const held of heldOffices) {
      expect(
        listOfficesActorMayAppointUserTo(buildActor('member', { offices: [held] }), buildUser()),
      ).toEqual([])
    }
  })

  test('no office of a club is offered for a member who belongs to no club', () => {
    const offered = listOfficesActorMayAppointUserTo(
      buildActor('hq_admin'),
      buildUser({ clubId: null, currentCountry: null }),
    )
    expect([...new Set(offered.map(({ over }) => over))]).toEqual(['all'])
  })
})

test("the audience of an activity is everybody in its club and in the club's country, or every user when it has no club", () => {
  const club = { id: 1, country: 'Japan' }
  const isUserInAudience = (
    clubId: number | null,
    currentCountry: string | null,
    host: typeof club | null = club,
  ) => isInActivityAudience({ clubId, currentCountry }, host)
  expect([
    isUserInAudience(1, 'France'),
    isUserInAudience(2, 'Japan'),
    isUserInAudience(null, 'Japan'),
  ]).toEqual([true, true, true])
  expect([isUserInAudience(2, 'France'), isUserInAudience(null, null)]).toEqual([false, false])
  expect(isUserInAudience(null, null, null)).toBe(true)
})

describe('scopes and limits of the role matrix', () => {
  test('getPermissionScopeOfRole returns `nobody` exactly for the actions that the role may not take', () => {
    for (const role of roles) {
      const excluded = actions.filter(action => !can(buildActor(role), action))
      expect(actions.filter(action => getPermissionScopeOfRole(role, action) === 'nobody')).toEqual(excluded)
    }
  })

  test('the scope of headquarters includes every country, and the scope of a country includes its clubs', () => {
    expect(roles.map(role => getPermissionScopeOfRole(role, 'users.list'))).toEqual([
      'all',
      'all',
      'country',
      'club',
      'club',
      'nobody',
    ])
  })

  test('the holder of an office can hand over only that office', () => {
    expect(getPermissionScopeOfRole('country_admin', 'offices.handOver')).toBe('self')
    expect(can(buildActor('country_admin'), 'offices.handOver', buildTargetUser())).toBe(false)
    expect(
      can(buildActor('country_admin'), 'offices.handOver', buildTargetUser({ id: 1, role: 'country_admin' })),
    ).toBe(true)
  })

  test('isActionAllowedForEveryRole returns true exactly for the actions that all six roles may take', () => {
    expect(actions.filter(isActionAllowedForEveryRole)).toEqual(
      actions.filter(action => table[action] === 'SHCLYM'),
    )
  })

  test('getHighestUserRankAllowedAsActionTarget permits actions on users of the same or higher rank exactly when can() does', () => {
    const decidePermission = (action: Action, role: Role) =>
      can(buildActor('hq_admin'), action, buildTargetUser({ role }))
    for (const action of actions.filter(action => can(buildActor('hq_admin'), action))) {
      const limit = getHighestUserRankAllowedAsActionTarget(action)
      expect([action, decidePermission(action, 'system_admin')]).toEqual([action, !limit])
      expect([action, decidePermission(action, 'hq_admin')]).toEqual([action, limit !== 'lower'])
    }
  })
})
