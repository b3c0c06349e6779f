import { expect, test } from 'vitest'
import { appointedOffices, roles } from '#shared/constants.ts'
import { actions, can } from '#shared/policies.ts'
import { getOfficeRight, getRoleRight, groupMatchingPermissionsByCategory } from './role-rights.ts'

test('the role matrix contains each action of the policy table exactly once', () => {
  const listed = groupMatchingPermissionsByCategory(() => true).flatMap(group => group.actions)
  expect(listed.toSorted()).toEqual(actions.toSorted())
})

test('a cell of the role matrix shows a dash exactly when the role may not perform the action', () => {
  for (const role of roles)
    for (const action of actions) {
      const holder = { id: 1, role, status: 'active', currentCountry: 'Japan', clubId: 7 } as const
      expect([role, action, getRoleRight(role, action) !== 'nobody']).toEqual([
        role,
        action,
        can(holder, action),
      ])
    }
})

test('the office matrix lists only the rights that an office adds to the rights of an ordinary member', () => {
  for (const office of appointedOffices)
    for (const action of actions.filter(name => getRoleRight('member', name) === 'nobody')) {
      const holder = {
        id: 1,
        role: 'member',
        status: 'active',
        currentCountry: 'Japan',
        clubId: 7,
        offices: [{ office, over: 'club' }],
      } as const
      expect([office, action, getOfficeRight(office, action) === 'office']).toEqual([
        office,
        action,
        can(holder, action),
      ])
    }
})

test('a search in the role matrix hides groups of rights in which no right matches', () => {
  expect(groupMatchingPermissionsByCategory(action => action === 'audit.read')).toEqual([
    { group: 'data', actions: ['audit.read'] },
  ])
})
