import type { Role, UserStatus } from '#shared/constants.ts'

/** Public password of all demo accounts. Used only with the embedded database, which listens on this machine alone. */
export const demoPassword = 'perantau-demo'

export interface DemoAccount {
  email: string
  fullName: string
  role: Role
  status: UserStatus
  icNumber: string
}

function buildAccount(
  name: string,
  fullName: string,
  icNumber: string,
  role: Role,
  status: UserStatus = 'active',
) {
  return { email: `${name}@demo.test`, fullName, role, status, icNumber } satisfies DemoAccount
}

export const demoAccounts: DemoAccount[] = [
  buildAccount('system_admin', 'Aisyah Rahman', '860412-14-5032', 'system_admin'),
  buildAccount('hq_admin', 'Hafiz Zainal', '840923-10-5117', 'hq_admin'),
  buildAccount('country_admin', 'Nurul Huda Osman', '900317-01-5284', 'country_admin'),
  buildAccount('club_admin_ln', 'Daniel Lim Wei Jie', '970605-07-5331', 'club_admin_ln'),
  buildAccount('club_secretary', 'Kavitha Subramaniam', '991128-08-5460', 'club_secretary'),
  buildAccount('member', 'Amirul Hakim Yusof', '020214-11-5593', 'member'),
  buildAccount('pending', 'Nur Izzati Hamdan', '031009-03-5642', 'member', 'pending'),
  buildAccount('rejected', 'Faris Aiman Roslan', '010722-06-5775', 'member', 'rejected'),
  buildAccount('inactive', 'Chong Mei Ling', '980830-05-5826', 'member', 'inactive'),
]
